import { getTransactions } from "#contract/transactions.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { listTransactions } from "./list-transactions.ts";

export const transactionsRoutes: Handler[] = [
  handle(getTransactions, async (ctx, { query }) => await listTransactions(ctx, query.before)),
];

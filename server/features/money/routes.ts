import * as contract from "#contract/money.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { searchPayments } from "./search-payments.ts";
import { showMoney } from "./show-money.ts";

export const moneyRoutes: Handler[] = [
  handle(contract.getMoney, ({ db, now }, { query }) => showMoney(db, query, now)),
  handle(contract.findPayments, ({ db }, { query }) => searchPayments(db, query)),
];

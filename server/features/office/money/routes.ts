import * as contract from "#contract/money.ts";
import { canonicalAddress } from "#server/features/auth/index.ts";
import { type Handler, handle } from "#server/http/handle.ts";
import { handleRead } from "../staff/audit.ts";
import { searchPayments } from "./search-payments.ts";
import { showMoney } from "./show-money.ts";
import { listAccountsOf } from "./store.ts";

export const moneyRoutes: Handler[] = [
  handle(contract.getMoney, ({ db, now }, { query }) => showMoney(db, query, now)),
  handleRead(contract.findBuyers, async ({ db }, { body }) => {
    const email = canonicalAddress(body.email);
    const buyers = email ? await listAccountsOf(db, email, contract.maxBuyers) : [];
    const found = buyers.map((memberId) => ({ action: "payments_searched", memberId }));
    return { answer: { buyers }, log: found.length > 0 ? found : { action: "payments_searched" } };
  }),
  handle(contract.findPayments, ({ db }, { query }) => searchPayments(db, query)),
];

import type { AnswerOf } from "#contract/call.ts";
import { addDays, dayOf } from "#contract/days.ts";
import { contestDays } from "#contract/disputes.ts";
import * as contract from "#contract/money.ts";
import { type getMoney, type MoneyPeriod, maxMoneyRows } from "#contract/money.ts";
import * as staffPayments from "#contract/staff-payments.ts";
import { inSnapshot } from "#server/db/transaction.ts";
import { canonicalAddress } from "#server/features/auth/index.ts";
import { listOpenIssues, sumOwed } from "#server/features/payments/index.ts";
import { type Handler, handle, type StaffContext } from "#server/http/handle.ts";
import { listBuyersNamed, nameLettersOf } from "../members/find-store.ts";
import { chooseSites } from "../sites/choose-site.ts";
import { handleDone, handleRead } from "../staff/audit.ts";
import { listAccountsOf, listChargebacksOfSites, listRefundsOfSites, sumRevenue } from "./books-store.ts";
import { cancelDebit } from "./cancel-debit.ts";
import { listClosings } from "./closing-store.ts";
import { findDebits } from "./find-debits.ts";
import { proposeRefundAll } from "./refund-all.ts";
import { changeRefusal } from "./refuse-iban.ts";
import { readPeriod } from "./rules.ts";
import { searchPayments } from "./search-payments.ts";
import { showPaymentFile } from "./show-payment-file.ts";

const dated = <R extends { at: Date }>(row: R) => ({ ...row, at: row.at.toISOString() });

/** Revenue of a period as the receipts have it, what went back, and what does not fit; one snapshot, one connection. */
async function showMoney({ db, staff, now }: StaffContext, query: MoneyPeriod): Promise<AnswerOf<typeof getMoney>> {
  const { first, last, from, until } = readPeriod(query, now);
  const { ids: siteIds, chosen } = await chooseSites(db, staff, query.site);
  const period = { siteIds, from, until };
  return await inSnapshot(db, async (trx) => {
    const totals = await sumRevenue(trx, period, "all");
    const by = {
      day: await sumRevenue(trx, period, "day"),
      country: await sumRevenue(trx, period, "country"),
      bundle: await sumRevenue(trx, period, "bundle"),
      method: await sumRevenue(trx, period, "method"),
      vat: await sumRevenue(trx, period, "vat"),
    };
    const refunds = (await listRefundsOfSites(trx, period, maxMoneyRows)).map(dated);
    const chargebacks = (await listChargebacksOfSites(trx, period, maxMoneyRows)).map(({ method, ...row }) => ({
      ...dated(row),
      contest_by: row.reversed || method !== "card" ? null : addDays(dayOf(row.at), contestDays),
    }));
    // some name no site; those of one are in its queue
    const issues = staff.everywhere ? (await listOpenIssues(trx)).slice(0, maxMoneyRows) : [];
    const differences = issues.map(({ found_at, kind, payment_id }) => ({
      at: found_at.toISOString(),
      kind,
      payment_id,
    }));
    const owed = await sumOwed(trx, siteIds);
    const closings = (await listClosings(trx, siteIds)).map(({ started_at: at, finished_at: end, ...closing }) => ({
      ...closing,
      at: at.toISOString(),
      finished_at: end?.toISOString() ?? null,
    }));
    const closing = query.site !== undefined && chosen.every(({ settings }) => settings.sales === "off");
    const stock = { owed, closings, closing };
    return { from: first, to: last, totals, ...stock, by, refunds, chargebacks, differences };
  });
}

export const moneyRoutes: Handler[] = [
  handle(contract.getMoney, (ctx, { query }) => showMoney(ctx, query)),
  handleDone(contract.refundAll, proposeRefundAll),
  handleRead(contract.findBuyers, async ({ db, staff }, { body }) => {
    const email = canonicalAddress(body.who);
    const buyers = email
      ? await listAccountsOf(db, email, staff.sites, contract.maxBuyers)
      : await listBuyersNamed(db, nameLettersOf(body.who), staff.sites, contract.maxBuyers);
    const members: readonly (string | null)[] = buyers.length > 0 ? buyers : [null];
    return { answer: { buyers }, log: members.map((memberId) => ({ action: "payments_searched", memberId })) };
  }),
  handleRead(contract.findDebits, (ctx, { body }) => findDebits(ctx, body.iban)),
  handleRead(staffPayments.getPaymentFile, (ctx, { query }) => showPaymentFile(ctx, query.id)),
  handleDone(staffPayments.cancelDebit, cancelDebit),
  handleDone(staffPayments.barIban, changeRefusal("iban_refused")),
  handleDone(staffPayments.unbarIban, changeRefusal("iban_accepted")),
  handle(contract.findPayments, ({ db, staff }, { query }) => searchPayments(db, staff, query)),
];

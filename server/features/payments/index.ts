import { sql } from "kysely";
import { dayOf } from "#contract/days.ts";
import { daysBefore } from "#server/db/delete-by-age.ts";
import { defineFeature } from "#server/feature.ts";
import { cancelOrder } from "./cancel-order.ts";
import { purgeDirectDebits } from "./direct-debit/authorise.ts";
import { directDebitRoutes } from "./direct-debit/routes.ts";
import { checkPayments, countChosenBundles, reconcileWithProvider } from "./jobs.ts";
import { memberData } from "./member-data.ts";
import { serveReceipts } from "./receipts/serve-receipt.ts";
import { sendRefund } from "./refund-payment.ts";
import { refundUnspent, showUnspent } from "./refund-unspent.ts";
import { revokeAtProvider } from "./remove-stored-method.ts";
import { sumRefundedOnLeaving } from "./returns-store.ts";
import { paymentsRoutes } from "./routes.ts";
import { fetchSettlements } from "./settlements/fetch-settlements.ts";
import { sendSms } from "./sms/send-sms.ts";
import { countStoppedSites } from "./sms/store.ts";
import { refundReturned } from "./withdrawals/refund-returned.ts";
import { withdrawalsRoutes } from "./withdrawals/routes.ts";

export { queueCancel } from "./cancel-order.ts";
export { findDebitBlock, liftDebitBlock, listDebitBlocks, reverseDebitBlock } from "./direct-debit/block-store.ts";
export { barIbanOf, findIbanRefusal, unbarIbanOf } from "./direct-debit/refused-ibans-store.ts";
export {
  collectionDay,
  ibanKey,
  ibanProblem,
  mandateReference,
  maskIban,
  maskPhone,
  normaliseIban,
  readNationalPhone,
} from "./direct-debit/rules.ts";
export { closeIssue, insertIssue, listOpenIssues } from "./issue-store.ts";
export {
  anonymisePayments,
  findPaymentById,
  type LockedPayment,
  lockPayment,
  type PaymentRow,
} from "./payments-store.ts";
export { issueCreditNote, issueReceipt } from "./receipts/issue-receipt.ts";
export { anonymiseReceipts } from "./receipts/store.ts";
export { formatNumber, parseNumber } from "./receipts/write-receipt.ts";
export { refundPayment } from "./refund-payment.ts";
export { refundUnspent, showUnspent } from "./refund-unspent.ts";
export { revokeMethodsOf } from "./remove-stored-method.ts";
export { fetchSettlements } from "./settlements/fetch-settlements.ts";
export { insertSettlement } from "./settlements/store.ts";
export { queueSms } from "./sms/send-sms.ts";
export { listOwed, sumOwed, unspentOnSites } from "./unspent-store.ts";
export { answerWithdrawal, findWithdrawer } from "./withdrawals/answer-withdrawal.ts";
export { carryOutByStaff, findWithdrawableBy } from "./withdrawals/carry-out-by-staff.ts";
export { closeWithdrawal, findWithdrawal } from "./withdrawals/store.ts";
export { countSpent, findRefundables } from "./withdrawals/withdraw-payment.ts";

/** Text messages and their counts: no job tries one again after a day. */
const smsKeptDays = 7;
/** A debit without a mandate can be returned for thirteen months (Directive 2015/2366, article 71). */
const returnableDays = 396;
/** As long as claims for a direct debit without a mandate last: three years. */
const refusedIbanDays = 1096;

export const payments = defineFeature({
  jobs: [
    sendSms,
    checkPayments,
    countChosenBundles,
    revokeAtProvider,
    reconcileWithProvider,
    fetchSettlements,
    sendRefund,
    refundReturned,
    cancelOrder,
    purgeDirectDebits,
  ],
  gauges: [
    {
      name: "sms_stopped",
      help: "sites that sent as many text messages today as they may",
      read: ({ db, clock }) => countStoppedSites(db, dayOf(clock.now())),
    },
  ],
  routes: [...paymentsRoutes, ...directDebitRoutes, ...withdrawalsRoutes],
  endpoints: [serveReceipts],
  memberData,
  hooks: {
    findUnspent: async (db, memberId) => (await showUnspent(db, memberId)).refunds,
    findRefundedOnLeaving: sumRefundedOnLeaving,
    refundUnspent: (ctx, memberId, reason) => refundUnspent(ctx, memberId, { reason }),
  },
  retention: [
    { table: "sms_handed_over", column: "handed_over_at", keepDays: smsKeptDays },
    { table: "sms_days", column: "day", isDay: true, keepDays: smsKeptDays },
    {
      table: "direct_debits",
      column: "created_at",
      keepDays: 1,
      where: () => sql`payment_id is null and confirmed_at is null`,
    },
    {
      table: "direct_debit_uses",
      column: "confirmed_at",
      keepDays: returnableDays,
      where: (now) => sql`(barred_at is null or barred_at < ${daysBefore(now, returnableDays)})`,
    },
    // a bank takes a card payment back within 540 days
    { table: "genesis_checkouts", column: "created_at", keepDays: 731, where: () => sql`checkout_url is not null` },
    {
      table: "genesis_checkouts",
      column: "created_at",
      keepDays: 30,
      where: () => sql`not exists (select from payments p where p.id = payment_id)`,
    },
    { table: "refused_ibans", column: "refused_at", keepDays: refusedIbanDays },
    // the others are deleted with the account
    { table: "withdrawals", column: "created_at", keepDays: 365, where: () => sql`member_id is null` },
  ],
});

import { defineFeature } from "#server/feature.ts";
import { checkPayments, countChosenBundles, reconcileWithProvider } from "./jobs.ts";
import { memberData } from "./member-data.ts";
import { sendRefund } from "./refund-payment.ts";
import { revokeAtProvider } from "./remove-stored-method.ts";
import { paymentsRoutes } from "./routes.ts";
import { anonymisePayments } from "./store.ts";

export { closeIssue, listOpenIssues } from "./issue-store.ts";
export { assertMaySpend } from "./limit-spending.ts";
export { lookUpPayment } from "./look-up-payment.ts";
export { refundPayment } from "./refund-payment.ts";
export { sumTakenBack } from "./returns-store.ts";
export { showPayment } from "./show-payment.ts";
export { type OrderInput, startPayment } from "./start-payment.ts";
export { findPaymentById, listCompletedSince, lockPayment, type PaymentRow } from "./store.ts";

export const payments = defineFeature({
  routes: paymentsRoutes,
  jobs: [checkPayments, countChosenBundles, revokeAtProvider, reconcileWithProvider, sendRefund],
  memberData,
  hooks: { accountErased: anonymisePayments },
});

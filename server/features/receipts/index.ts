import { defineFeature } from "#server/feature.ts";
import { memberData } from "./member-data.ts";
import { receiptsRoutes } from "./routes.ts";
import { serveReceipts } from "./serve-receipt.ts";
import { anonymiseReceipts } from "./store.ts";

export { issueCreditNote, issueReceipt, replaceCreditNote } from "./issue-receipt.ts";
export { formatNumber, parseNumber } from "./rules.ts";
export { findPaymentOf } from "./store.ts";

export const receipts = defineFeature({
  routes: receiptsRoutes,
  endpoints: [serveReceipts],
  memberData,
  hooks: { accountErased: anonymiseReceipts },
});

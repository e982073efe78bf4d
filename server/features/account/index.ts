import { defineFeature } from "#server/feature.ts";
import { purgeDepartures, recordDeparture } from "./departures.ts";
import { logInRoutes } from "./log-in-routes.ts";
import { memberData } from "./member-data.ts";
import { accountRoutes } from "./routes.ts";
import { announceTermsJob } from "./terms/jobs.ts";
import { termsRoutes } from "./terms/routes.ts";

export { banAddress } from "./ban-address.ts";
export { closeAccount } from "./close-account.ts";
export { createFictionalAccount } from "./create-fictional-account.ts";
export {
  deleteBan,
  deleteRequestedBan,
  findAcquaintances,
  findByHashes,
  findRequestedBan,
  insertBan,
  isBannedByRequest,
  isDeletedSince,
  markDeleted,
  markRestored,
} from "./deletion-store.ts";
export { applyDepartures, readDepartures } from "./departures.ts";
export { noteKey, readLastNotes } from "./notes.ts";
export { recordFirstPurchase } from "./record-step.ts";
export { reviveAccount } from "./restore-account.ts";
export { markPaid } from "./store.ts";
export { announceTerms, draftTerms, showNextTerms, withdrawTerms } from "./terms/next-terms.ts";

export const account = defineFeature({
  routes: [...termsRoutes, ...accountRoutes, ...logInRoutes],
  jobs: [announceTermsJob, recordDeparture, purgeDepartures],
  memberData,
});

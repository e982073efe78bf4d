import { defineFeature } from "#server/feature.ts";
import { cancelWaiting, expireDownloads } from "./download-store.ts";
import { eraseAccounts, purgeDownloads } from "./jobs.ts";
import { memberData as privacyData } from "./member-data.ts";
import { prepareDownload } from "./prepare-download.ts";
import { recordConsents } from "./record-consents.ts";
import { privacyRoutes } from "./routes.ts";
import { serveDownloads } from "./serve-download.ts";

export { applyConsents } from "./apply-consents.ts";
export { eraseAccount } from "./erase-account.ts";
export { readConsents } from "./record-consents.ts";

export const privacy = defineFeature({
  routes: privacyRoutes,
  endpoints: [serveDownloads],
  jobs: [prepareDownload, purgeDownloads, eraseAccounts, recordConsents],
  memberData: privacyData,
  hooks: {
    accountDeleted: cancelWaiting,
    consentWithdrawn: expireDownloads,
    consentChanged: ({ db, services }, id) => services.jobs.add(db, recordConsents, { id }),
  },
});

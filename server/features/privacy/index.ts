import { defineFeature } from "#server/feature.ts";
import { followChange } from "./follow-change.ts";
import { eraseAccounts, purgeDownloads } from "./jobs.ts";
import { memberData } from "./member-data.ts";
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
  memberData,
  hooks: {
    memberChanged: followChange,
  },
});

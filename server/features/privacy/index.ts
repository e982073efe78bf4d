import { defineFeature } from "#server/feature.ts";
import { cancelWaiting, expireDownloads } from "./download-store.ts";
import { eraseAccounts, purgeDownloads } from "./jobs.ts";
import { memberData } from "./member-data.ts";
import { prepareDownload } from "./prepare-download.ts";
import { privacyRoutes } from "./routes.ts";
import { serveDownloads } from "./serve-download.ts";

export { eraseAccount } from "./erase-account.ts";

export const privacy = defineFeature({
  routes: privacyRoutes,
  endpoints: [serveDownloads],
  jobs: [prepareDownload, purgeDownloads, eraseAccounts],
  memberData,
  hooks: { accountDeleted: cancelWaiting, consentWithdrawn: expireDownloads },
});

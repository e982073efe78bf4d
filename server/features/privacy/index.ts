import { defineFeature } from "#server/feature.ts";
import { type MemberData, memberTable } from "#server/member-data.ts";
import { serveDownloads } from "./downloads.ts";
import { followChange } from "./follow-change.ts";
import { eraseAccounts, purgeDownloads } from "./jobs.ts";
import { purgeNotes, recordState } from "./member-notes.ts";
import { prepareDownload } from "./prepare-download.ts";
import { privacyRoutes } from "./routes.ts";

/** What the tables of this area hold about a member, and what of it the archive withholds. */
const memberData: readonly MemberData[] = [
  memberTable("data_downloads", "member_id", {
    part: "downloads",
    withheld: {
      id: "this very archive",
      ready_at: "this very archive",
      expires_at: "this very archive",
      bytes: "this very archive",
    },
    orderBy: "requested_at",
  }),
];

export { eraseAccount } from "./erase-account.ts";
export { repeatStates } from "./member-notes.ts";

export const privacy = defineFeature({
  routes: privacyRoutes,
  endpoints: [serveDownloads],
  jobs: [prepareDownload, purgeDownloads, eraseAccounts, recordState, purgeNotes],
  memberData,
  hooks: {
    memberChanged: followChange,
  },
});

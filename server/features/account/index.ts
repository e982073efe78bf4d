import { sql } from "kysely";
import { importedDays } from "#contract/imports.ts";
import { defineFeature } from "#server/feature.ts";
import { type MemberData, memberTable, secret, technical } from "#server/member-data.ts";
import { mailImported } from "./imports/jobs.ts";
import { accountRoutes } from "./routes.ts";
import { endSilentAccounts } from "./silent/jobs.ts";
import { announceTermsJob } from "./terms/jobs.ts";

export { markPaid } from "./accounts-store.ts";
export { hashBans, hashMailbox, listSharedBans } from "./banned-mailboxes.ts";
export { banAddress, closeAccount, deleteFor } from "./close-account.ts";
export { createFictionalAccount } from "./create-fictional-account.ts";
export {
  countErasing,
  deleteBan,
  deleteBansOf,
  deleteRequestedBan,
  findAcquaintances,
  findByHashes,
  findRequestedBan,
  insertBan,
  isBannedByRequest,
  isDeletedSince,
  markDeleted,
  markForErasing,
  markRestored,
} from "./deletion-store.ts";
export { importMembers } from "./imports/import-members.ts";
export { readMembersFile } from "./imports/read-members-file.ts";
export { hashAddresses, listMailboxes, unlistMailboxes } from "./listed-mailboxes.ts";
export { countListedMailboxes } from "./listed-mailboxes-store.ts";
export { recordFirstPurchase } from "./record-step.ts";
export { repeatDeparture } from "./repeat-departure.ts";
export { reviveAccount } from "./restore-account.ts";
export { announceTerms, draftSettings, draftTerms, showNextTerms, withdrawTerms } from "./terms/next-terms.ts";

/** What the tables of this area hold about a member, and what of it the archive withholds. */
const memberData: readonly MemberData[] = [
  memberTable("terms_notices", "account_id", { withheld: { version_id: technical }, orderBy: "mailed_at" }),
  memberTable("accounts", "id", {
    part: "account",
    withheld: {
      mail_epoch: technical,
      access_epoch: technical,
      name_key: technical,
      name_key_capitals: technical,
      password_hash: secret,
      sanction_version: technical,
      suspended_until: "empty while the account is in use; the decision itself is among the decisions",
      banned_at: "empty while the account is in use; the decision itself is among the decisions",
      deleted_at: "empty while the account is in use",
      erasing_at: "empty while the account is in use",
      asked_to_stay_at: technical,
      delete_reason: "empty while the account is in use",
      delete_comment: "empty while the account is in use",
    },
  }),
  memberTable("signup_tracking", "account_id", { part: "came_from" }),
];

/** Bans are kept as long as hashes of rejected photos. */
const bannedDays = 5 * 365;

export const account = defineFeature({
  routes: accountRoutes,
  jobs: [announceTermsJob, endSilentAccounts, mailImported],
  memberData,
  // a ban that its member asked for has no end of its own
  retention: [
    { table: "banned_mailboxes", column: "created_at", keepDays: bannedDays },
    { table: "imported_members", column: "created_at", keepDays: importedDays },
    // long enough that no one imports the same file again
    { table: "imported_mailboxes", column: "created_at", keepDays: 365 },
    { table: "listed_mailboxes", column: "created_at", keepDays: bannedDays },
    { table: "banned_addresses", column: "created_at", keepDays: bannedDays, where: () => sql`cause = 'staff'` },
  ],
});

import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "account",
    table: "accounts",
    memberColumn: "id",
    withheld: {
      mail_epoch: withholdReasons.technical,
      access_epoch: withholdReasons.technical,
      name_key: withholdReasons.technical,
      name_key_capitals: withholdReasons.technical,
      password_hash: withholdReasons.secret,
      sanction_version: withholdReasons.technical,
      suspended_until: "empty while the account is in use; the decision itself is among the decisions",
      banned_at: "empty while the account is in use; the decision itself is among the decisions",
      deleted_at: "empty while the account is in use",
      erasing_at: "empty while the account is in use",
      delete_reason: "empty while the account is in use",
      delete_comment: "empty while the account is in use",
    },
  }),
  memberTable({
    part: "came_from",
    table: "signup_tracking",
    memberColumn: "account_id",
  }),
];

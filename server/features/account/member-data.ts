import { type MemberData, memberTable, secret, technical } from "#server/member-data.ts";

/** What the tables of this area hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
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
      delete_reason: "empty while the account is in use",
      delete_comment: "empty while the account is in use",
    },
  }),
  memberTable("signup_tracking", "account_id", { part: "came_from" }),
];

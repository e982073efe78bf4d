import { type MemberData, memberTable, withheld } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "account",
    table: "accounts",
    of: "id",
    give: [
      "id",
      "name",
      "email",
      "language",
      "status",
      "created_at",
      "confirmed_at",
      "paid_since",
      "notifications_disabled",
      "terms_version",
    ],
    withhold: {
      site_id: withheld.site,
      mail_epoch: withheld.technical,
      name_key: withheld.technical,
      name_key_capitals: withheld.technical,
      password_hash: withheld.secret,
      sanction_version: withheld.technical,
      suspended_until: "empty while the account is in use; the decision itself is among the decisions",
      banned_at: "empty while the account is in use; the decision itself is among the decisions",
      deleted_at: "empty while the account is in use",
      delete_reason: "empty while the account is in use",
      delete_comment: "empty while the account is in use",
    },
  }),
  memberTable({
    part: "came_from",
    table: "signup_tracking",
    of: "account_id",
    give: ["network", "ref", "sub1", "sub2", "sub3", "lander", "slug", "variant", "created_at"],
  }),
];

import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "passkeys",
    table: "passkeys",
    memberColumn: "handle",
    via: { table: "passkey_users", key: "handle", memberColumn: "account_id" },
    disclosed: ["id", "name", "rp_id", "transports", "synced", "counter", "created_at", "used_at"],
    withheld: { credential_id: withholdReasons.secret, public_key: withholdReasons.secret },
    orderBy: "created_at",
  }),
  memberTable({
    part: "known_devices",
    table: "known_devices",
    memberColumn: "account_id",
    disclosed: ["user_agent", "created_at", "used_at"],
    withheld: { token_hash: withholdReasons.secret },
    orderBy: "created_at",
  }),
  memberTable({
    part: "devices",
    table: "sessions",
    memberColumn: "account_id",
    disclosed: ["user_agent", "country", "created_at", "used_at", "expires_at"],
    withheld: {
      id: withholdReasons.technical,
      token_hash: withholdReasons.secret,
      device_hash: withholdReasons.secret,
    },
    orderBy: "created_at",
  }),
  memberTable({
    part: "links_in_mails",
    table: "email_links",
    memberColumn: "account_id",
    disclosed: ["kind", "email", "created_at", "expires_at", "spent_at"],
    withheld: { token_hash: withholdReasons.secret },
    orderBy: "created_at",
  }),
];

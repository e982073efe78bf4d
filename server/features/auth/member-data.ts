import { type MemberData, memberTable, withheld } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "passkeys",
    table: "passkeys",
    of: "handle",
    through: { table: "passkey_users", key: "handle", of: "account_id" },
    give: ["id", "name", "rp_id", "transports", "synced", "counter", "created_at", "used_at"],
    withhold: { credential_id: withheld.secret, public_key: withheld.secret },
    by: "created_at",
  }),
  memberTable({
    part: "known_devices",
    table: "known_devices",
    of: "account_id",
    give: ["user_agent", "created_at", "used_at"],
    withhold: { token_hash: withheld.secret },
    by: "created_at",
  }),
  memberTable({
    part: "devices",
    table: "sessions",
    of: "account_id",
    give: ["user_agent", "country", "created_at", "used_at", "expires_at"],
    withhold: { id: withheld.technical, token_hash: withheld.secret, device_hash: withheld.secret },
    by: "created_at",
  }),
  memberTable({
    part: "links_in_mails",
    table: "email_links",
    of: "account_id",
    give: ["kind", "email", "created_at", "expires_at", "spent_at"],
    withhold: { token_hash: withheld.secret },
    by: "created_at",
  }),
];

import { type MemberData, memberTable, secret, technical } from "#server/member-data.ts";

/** What the tables of this area hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable("passkeys", "handle", {
    via: { table: "passkey_users", key: "handle", memberColumn: "account_id" },
    withheld: { credential_id: secret, public_key: secret, handle: technical },
    orderBy: "created_at",
  }),
  memberTable("known_devices", "account_id", { withheld: { token_hash: secret }, orderBy: "created_at" }),
  memberTable("sessions", "account_id", {
    part: "devices",
    withheld: { id: technical, token_hash: secret, device_hash: secret },
    orderBy: "created_at",
  }),
  memberTable("email_links", "account_id", {
    part: "links_in_mails",
    withheld: { token_hash: secret },
    orderBy: "created_at",
  }),
];

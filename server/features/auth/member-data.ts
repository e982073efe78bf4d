import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "passkeys",
    table: "passkeys",
    memberColumn: "handle",
    via: { table: "passkey_users", key: "handle", memberColumn: "account_id" },
    withheld: {
      credential_id: withholdReasons.secret,
      public_key: withholdReasons.secret,
      handle: withholdReasons.technical,
    },
    orderBy: "created_at",
  }),
  memberTable({
    part: "known_devices",
    table: "known_devices",
    memberColumn: "account_id",
    withheld: { token_hash: withholdReasons.secret },
    orderBy: "created_at",
  }),
  memberTable({
    part: "devices",
    table: "sessions",
    memberColumn: "account_id",
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
    withheld: { token_hash: withholdReasons.secret },
    orderBy: "created_at",
  }),
];

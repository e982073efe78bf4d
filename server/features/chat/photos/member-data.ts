import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "chat_photos",
    table: "chat_photos",
    memberColumn: "author_id",
    withheld: {
      body_hash: withholdReasons.key,
      fingerprints: withholdReasons.technical,
      has_files: withholdReasons.technical,
    },
    orderBy: "created_at",
  }),
];

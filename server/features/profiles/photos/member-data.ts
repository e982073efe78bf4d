import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "photos",
    table: "photos",
    memberColumn: "member_id",
    withheld: {
      key: withholdReasons.key,
      body_hash: withholdReasons.key,
      edition: withholdReasons.technical,
      fingerprints: withholdReasons.technical,
      bands: withholdReasons.technical,
    },
    orderBy: "created_at",
  }),
  memberTable({
    part: "photo_suspicions",
    table: "photo_suspicions",
    memberColumn: "photo_id",
    via: { table: "photos", key: "id", memberColumn: "member_id" },
    withheld: { original_id: "a photo of another member" },
    orderBy: "found_at",
  }),
];

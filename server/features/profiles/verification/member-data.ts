import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "verifications",
    table: "verifications",
    memberColumn: "member_id",
    withheld: { key: withholdReasons.key },
    orderBy: "asked_at",
  }),
];

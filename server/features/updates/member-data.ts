import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "updates",
    table: "updates",
    memberColumn: "member_id",
    disclosed: ["kind", "path", "created_at", "seen_at"],
    withheld: { id: withholdReasons.technical },
    orderBy: "created_at",
  }),
];

import { type MemberData, memberTable } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "proposals",
    table: "proposals",
    memberColumn: "member_id",
    withheld: {
      staff_id: "who of the team proposed it",
      decided_by: "who of the team decided on it",
    },
    orderBy: "created_at",
  }),
];

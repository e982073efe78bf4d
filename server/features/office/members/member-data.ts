import { type MemberData, memberTable } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "credit_changes",
    table: "credit_changes",
    memberColumn: "member_id",
    withheld: {
      staff_id: "who of the team gave or took them",
      decided_by: "who of the team confirmed it",
    },
    orderBy: "created_at",
  }),
  memberTable({
    part: "staff_notes",
    table: "staff_notes",
    memberColumn: "member_id",
    withheld: { staff_id: "who of the team wrote it" },
    orderBy: "created_at",
  }),
];

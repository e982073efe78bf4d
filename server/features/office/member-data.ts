import { type MemberData, memberTable } from "#server/member-data.ts";

/** What the tables of this area hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable("proposals", "member_id", {
    withheld: { staff_id: "who of the team proposed it", decided_by: "who of the team decided on it" },
    orderBy: "created_at",
  }),
  memberTable("credit_changes", "member_id", {
    withheld: { staff_id: "who of the team gave or took them", decided_by: "who of the team confirmed it" },
    orderBy: "created_at",
  }),
  memberTable("staff_notes", "member_id", {
    withheld: { staff_id: "who of the team wrote it" },
    orderBy: "created_at",
  }),
];

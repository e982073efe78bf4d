import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "decisions",
    table: "statements",
    memberColumn: "member_id",
    withheld: {
      decision_id: withholdReasons.technical,
      applies: withholdReasons.technical,
      report_id: "whose report it was stays with the team; a report of one's own is among the reports",
      staff_id: "who of the team decided",
      answered_by: "who of the team answered",
    },
    orderBy: "created_at",
  }),
];

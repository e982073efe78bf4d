import { type MemberData, memberTable } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "complaints",
    table: "complaints",
    memberColumn: "member_id",
    withheld: {
      answered_by: "who of the team answered",
      desk: "how the team shares its work",
      waiting_since: "follows from the messages",
    },
    orderBy: "created_at",
  }),
  memberTable({
    part: "complaint_messages",
    table: "complaint_messages",
    memberColumn: "member_id",
    withheld: { staff_id: "who of the team wrote it" },
    orderBy: "created_at",
  }),
];

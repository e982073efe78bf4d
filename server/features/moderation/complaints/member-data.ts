import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "complaints",
    table: "complaints",
    memberColumn: "member_id",
    disclosed: [
      "id",
      "number",
      "kind",
      "topic",
      "email",
      "logged_in",
      "proven_address",
      "language",
      "text",
      "created_at",
      "answer",
      "answered_at",
      "closed_at",
    ],
    withheld: {
      site_id: withholdReasons.site,
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
    disclosed: ["id", "complaint_id", "text", "created_at"],
    withheld: { staff_id: "who of the team wrote it" },
    orderBy: "created_at",
  }),
];

import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

const given = [
  "decision",
  "ground",
  "words",
  "until",
  "created_at",
  "side",
  "lifted_at",
  "source",
  "about",
  "content",
  "content_at",
] as const;
const ofObjection = ["objected_at", "objection", "answered_at", "upheld", "answer", "unfounded"] as const;

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "decisions",
    table: "statements",
    memberColumn: "member_id",
    disclosed: ["id", ...given, ...ofObjection],
    withheld: {
      site_id: withholdReasons.site,
      decision_id: withholdReasons.technical,
      applies: withholdReasons.technical,
      report_id: "whose report it was stays with the team; a report of one's own is among the reports",
      staff_id: "who of the team decided",
      answered_by: "who of the team answered",
    },
    orderBy: "created_at",
  }),
];

import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "complaints",
    table: "complaints",
    memberColumn: "member_id",
    disclosed: ["id", "number", "kind", "email", "logged_in", "text", "created_at", "closed_at"],
    withheld: { site_id: withholdReasons.site },
    orderBy: "created_at",
  }),
];

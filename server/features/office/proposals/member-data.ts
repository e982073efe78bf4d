import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "proposals",
    table: "proposals",
    memberColumn: "member_id",
    disclosed: ["id", "kind", "change", "reason", "state", "created_at", "expires_at", "decided_at"],
    withheld: {
      site_id: withholdReasons.site,
      staff_id: "who of the team proposed it",
      decided_by: "who of the team decided on it",
    },
    orderBy: "created_at",
  }),
];

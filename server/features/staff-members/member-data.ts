import { type MemberData, memberTable, withheld } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "credit_changes",
    table: "credit_changes",
    of: "member_id",
    give: ["id", "amount", "reason", "state", "created_at", "decided_at"],
    withhold: {
      site_id: withheld.site,
      staff_id: "who of the team gave or took them",
      decided_by: "who of the team confirmed it",
    },
    by: "created_at",
  }),
];

import { type MemberData, memberTable, withheld } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "complaints",
    table: "complaints",
    of: "member_id",
    give: ["id", "number", "kind", "email", "logged_in", "text", "created_at", "closed_at"],
    withhold: { site_id: withheld.site },
    by: "created_at",
  }),
];

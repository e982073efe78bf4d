import { type MemberData, memberTable, withheld } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "updates",
    table: "updates",
    of: "member_id",
    give: ["kind", "path", "created_at", "seen_at"],
    withhold: { id: withheld.technical },
    by: "created_at",
  }),
];

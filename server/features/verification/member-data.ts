import { type MemberData, memberTable, withheld } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "verifications",
    table: "verifications",
    of: "member_id",
    give: ["kind", "status", "pose", "reason", "asked_at", "sent_at", "decided_at", "picture_id"],
    withhold: { site_id: withheld.site, key: withheld.key },
    by: "asked_at",
  }),
];

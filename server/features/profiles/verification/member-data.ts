import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "verifications",
    table: "verifications",
    memberColumn: "member_id",
    disclosed: ["kind", "status", "pose", "reason", "asked_at", "sent_at", "decided_at", "picture_id"],
    withheld: { site_id: withholdReasons.site, key: withholdReasons.key },
    orderBy: "asked_at",
  }),
];

import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "downloads",
    table: "data_downloads",
    memberColumn: "member_id",
    disclosed: ["requested_at", "origin"],
    withheld: {
      id: "this very archive",
      site_id: withholdReasons.site,
      ready_at: "this very archive",
      expires_at: "this very archive",
      bytes: "this very archive",
    },
    orderBy: "requested_at",
  }),
];

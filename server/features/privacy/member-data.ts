import { type MemberData, memberTable, withheld } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "downloads",
    table: "data_downloads",
    of: "member_id",
    give: ["requested_at", "origin"],
    withhold: {
      id: "this very archive",
      site_id: withheld.site,
      ready_at: "this very archive",
      expires_at: "this very archive",
      bytes: "this very archive",
    },
    by: "requested_at",
  }),
];

import { type MemberData, memberTable, withheld } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "visits_left",
    table: "visits",
    of: "visitor_id",
    give: ["visited_id", "visited_on"],
    withhold: { site_id: withheld.site, seen: "whether the other member has looked is theirs to tell" },
    people: ["visited_id"],
    by: "visited_on",
  }),
  memberTable({
    part: "visits_received",
    table: "visits",
    of: "visited_id",
    give: ["visitor_id", "visited_on", "seen"],
    withhold: { site_id: withheld.site },
    people: ["visitor_id"],
    by: "visited_on",
  }),
];

import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "visits_left",
    table: "visits",
    memberColumn: "visitor_id",
    disclosed: ["visited_id", "visited_on"],
    withheld: { site_id: withholdReasons.site, seen: "whether the other member has looked is theirs to tell" },
    memberIdColumns: ["visited_id"],
    orderBy: "visited_on",
  }),
  memberTable({
    part: "visits_received",
    table: "visits",
    memberColumn: "visited_id",
    disclosed: ["visitor_id", "visited_on", "seen"],
    withheld: { site_id: withholdReasons.site },
    memberIdColumns: ["visitor_id"],
    orderBy: "visited_on",
  }),
];

import { type MemberData, memberTable } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "visits_left",
    table: "visits",
    memberColumn: "visitor_id",
    withheld: { seen: "whether the other member has looked is theirs to tell" },
    memberIdColumns: ["visited_id"],
    orderBy: "visited_on",
  }),
  memberTable({
    part: "visits_received",
    table: "visits",
    memberColumn: "visited_id",
    memberIdColumns: ["visitor_id"],
    orderBy: "visited_on",
  }),
];

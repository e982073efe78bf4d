import { type MemberData, memberTable, partTable } from "#server/member-data.ts";
import { readMatches } from "./store.ts";

/** What the tables of this area hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable("likes", "from_id", {
    part: "likes_given",
    withheld: { seen: "whether the other member has looked is theirs to tell" },
    memberIdColumns: ["to_id"],
    orderBy: "created_at",
  }),
  memberTable("likes", "to_id", { part: "likes_received", memberIdColumns: ["from_id"], orderBy: "created_at" }),
  memberTable("introductions", "member_id", {
    part: "introduced_to_you",
    memberIdColumns: ["introduced_id"],
    orderBy: "day",
  }),
  memberTable("introductions", "introduced_id", {
    part: "introduced_to_others",
    memberIdColumns: ["member_id"],
    orderBy: "day",
  }),
  {
    part: "matches",
    tables: [partTable("matches")],
    read: (db, { memberId }) => readMatches(db, memberId),
    memberIdColumns: ["member"],
  },
  memberTable("visits", "visitor_id", {
    part: "visits_left",
    withheld: { seen: "whether the other member has looked is theirs to tell" },
    memberIdColumns: ["visited_id"],
    orderBy: "visited_on",
  }),
  memberTable("visits", "visited_id", {
    part: "visits_received",
    memberIdColumns: ["visitor_id"],
    orderBy: "visited_on",
  }),
];

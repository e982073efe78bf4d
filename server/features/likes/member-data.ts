import { type MemberData, memberTable, partTable } from "#server/member-data.ts";
import { readMatches } from "./store.ts";

/** What the tables of this feature hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "likes_given",
    table: "likes",
    memberColumn: "from_id",
    withheld: { seen: "whether the other member has looked is theirs to tell" },
    memberIdColumns: ["to_id"],
    orderBy: "created_at",
  }),
  memberTable({
    part: "likes_received",
    table: "likes",
    memberColumn: "to_id",
    memberIdColumns: ["from_id"],
    orderBy: "created_at",
  }),
  memberTable({
    part: "introduced_to_you",
    table: "introductions",
    memberColumn: "member_id",
    memberIdColumns: ["introduced_id"],
    orderBy: "day",
  }),
  memberTable({
    part: "introduced_to_others",
    table: "introductions",
    memberColumn: "introduced_id",
    memberIdColumns: ["member_id"],
    orderBy: "day",
  }),
  {
    part: "matches",
    tables: [
      partTable({
        table: "matches",
      }),
    ],
    read: (db, { memberId }) => readMatches(db, memberId),
    memberIdColumns: ["member"],
  },
];

import { disclosedTable, type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";
import { readMatches } from "./store.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "likes_given",
    table: "likes",
    memberColumn: "from_id",
    disclosed: ["to_id", "automatic", "created_at"],
    withheld: { site_id: withholdReasons.site, seen: "whether the other member has looked is theirs to tell" },
    memberIdColumns: ["to_id"],
    orderBy: "created_at",
  }),
  memberTable({
    part: "likes_received",
    table: "likes",
    memberColumn: "to_id",
    disclosed: ["from_id", "seen", "automatic", "created_at"],
    withheld: { site_id: withholdReasons.site },
    memberIdColumns: ["from_id"],
    orderBy: "created_at",
  }),
  memberTable({
    part: "introduced_to_you",
    table: "introductions",
    memberColumn: "member_id",
    disclosed: ["day", "introduced_id"],
    withheld: { site_id: withholdReasons.site },
    memberIdColumns: ["introduced_id"],
    orderBy: "day",
  }),
  memberTable({
    part: "introduced_to_others",
    table: "introductions",
    memberColumn: "introduced_id",
    disclosed: ["day", "member_id"],
    withheld: { site_id: withholdReasons.site },
    memberIdColumns: ["member_id"],
    orderBy: "day",
  }),
  {
    part: "matches",
    tables: [
      disclosedTable({
        table: "matches",
        disclosed: ["a_id", "b_id", "created_at"],
        withheld: { site_id: withholdReasons.site },
      }),
    ],
    read: (db, { memberId }) => readMatches(db, memberId),
    memberIdColumns: ["member"],
  },
];

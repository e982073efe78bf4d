import { disclosedTable, type MemberData, memberTable, withheld } from "#server/member-data.ts";
import { readMatches } from "./store.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "likes_given",
    table: "likes",
    of: "from_id",
    give: ["to_id", "automatic", "created_at"],
    withhold: { site_id: withheld.site, seen: "whether the other member has looked is theirs to tell" },
    people: ["to_id"],
    by: "created_at",
  }),
  memberTable({
    part: "likes_received",
    table: "likes",
    of: "to_id",
    give: ["from_id", "seen", "automatic", "created_at"],
    withhold: { site_id: withheld.site },
    people: ["from_id"],
    by: "created_at",
  }),
  memberTable({
    part: "introduced_to_you",
    table: "introductions",
    of: "member_id",
    give: ["day", "introduced_id"],
    withhold: { site_id: withheld.site },
    people: ["introduced_id"],
    by: "day",
  }),
  memberTable({
    part: "introduced_to_others",
    table: "introductions",
    of: "introduced_id",
    give: ["day", "member_id"],
    withhold: { site_id: withheld.site },
    people: ["member_id"],
    by: "day",
  }),
  {
    part: "matches",
    tables: [
      disclosedTable({ table: "matches", give: ["a_id", "b_id", "created_at"], withhold: { site_id: withheld.site } }),
    ],
    read: (db, { memberId }) => readMatches(db, memberId),
    people: ["member"],
  },
];

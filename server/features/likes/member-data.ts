import { type MemberData, memberTable } from "#server/member-data.ts";

/** What the tables of this area hold about a member (D3.9), besides its `pairTables`. */
export const memberData: readonly MemberData[] = [
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
];

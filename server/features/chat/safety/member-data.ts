import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "first_messages",
    table: "first_messages",
    memberColumn: "author_id",
    withheld: {
      id: withholdReasons.technical,
      text_hash: withholdReasons.technical,
      risky: "would teach how to write so that no one is warned",
    },
    orderBy: "created_at",
  }),
  memberTable({
    part: "reviews",
    table: "reviews",
    memberColumn: "member_id",
    withheld: {
      id: withholdReasons.technical,
      recipients: "would teach how to write so that no one is warned",
    },
    orderBy: "opened_at",
  }),
];

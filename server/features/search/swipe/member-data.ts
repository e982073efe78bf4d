import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/**
 * What the tables of this feature hold about a member (D3.9). A pass is never shown to the member who was passed; a
 * like is among the likes they received.
 */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "swipes",
    table: "swipes",
    memberColumn: "from_id",
    withheld: {
      paid_until: "the same for all likes of a day: `swipe_likes`",
      undoable: withholdReasons.technical,
    },
    memberIdColumns: ["to_id"],
    orderBy: "created_at",
  }),
  memberTable({
    part: "swipe_likes",
    table: "swipe_likes",
    memberColumn: "member_id",
  }),
];

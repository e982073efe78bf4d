import { type MemberData, memberTable, technical } from "#server/member-data.ts";

/**
 * What the tables of this area hold about a member (D3.9), and what of it the archive withholds.
 * A pass is never shown to the member who was passed; a like is among the likes they received.
 */
export const memberData: readonly MemberData[] = [
  memberTable("swipes", "from_id", {
    withheld: { paid_until: "the same for all likes of a day: `swipe_likes`", undoable: technical },
    memberIdColumns: ["to_id"],
    orderBy: "created_at",
  }),
  memberTable("swipe_likes", "member_id"),
];

import { type MemberData, memberTable, withheld } from "#server/member-data.ts";

/**
 * What the tables of this feature hold about a member (D3.9). A pass is never shown to the member who was passed; a
 * like is among the likes they received.
 */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "swipes",
    table: "swipes",
    of: "from_id",
    give: ["to_id", "liked", "created_at"],
    withhold: {
      site_id: withheld.site,
      paid_until: "the same for all likes of a day: `swipe_likes`",
      undoable: withheld.technical,
    },
    people: ["to_id"],
    by: "created_at",
  }),
  memberTable({
    part: "swipe_likes",
    table: "swipe_likes",
    of: "member_id",
    give: ["spent", "renewed_at"],
    withhold: { site_id: withheld.site },
  }),
];

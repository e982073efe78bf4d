import { type MemberData, memberTable, withheld } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "first_messages",
    table: "first_messages",
    of: "author_id",
    give: ["conversation_id", "begins", "created_at"],
    withhold: {
      id: withheld.technical,
      site_id: withheld.site,
      text_hash: withheld.technical,
      risky: "would teach how to write so that no one is warned",
    },
    by: "created_at",
  }),
  memberTable({
    part: "reviews",
    table: "reviews",
    of: "member_id",
    give: ["opened_at", "closed_at"],
    withhold: {
      id: withheld.technical,
      site_id: withheld.site,
      recipients: "would teach how to write so that no one is warned",
    },
    by: "opened_at",
  }),
];

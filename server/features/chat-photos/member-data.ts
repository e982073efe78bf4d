import { type MemberData, memberTable, withheld } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "chat_photos",
    table: "chat_photos",
    of: "author_id",
    give: ["id", "message_id", "status", "reason", "width", "height", "thumbhash", "findings", "created_at"],
    withhold: {
      site_id: withheld.site,
      body_hash: withheld.key,
      fingerprints: withheld.technical,
      has_files: withheld.technical,
    },
    by: "created_at",
  }),
];

import { type MemberData, memberTable, withheld } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "photos",
    table: "photos",
    of: "member_id",
    give: ["id", "status", "width", "height", "thumbhash", "caption", "position", "crop", "created_at"],
    withhold: {
      site_id: withheld.site,
      key: withheld.key,
      body_hash: withheld.key,
      edition: withheld.technical,
      fingerprints: withheld.technical,
      bands: withheld.technical,
    },
    by: "created_at",
  }),
  memberTable({
    part: "photo_suspicions",
    table: "photo_suspicions",
    of: "photo_id",
    through: { table: "photos", key: "id", of: "member_id" },
    give: ["photo_id", "kind", "found_at"],
    withhold: { original_id: "a photo of another member" },
    by: "found_at",
  }),
];

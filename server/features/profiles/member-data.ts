import { type MemberData, memberTable, requestKey, technical } from "#server/member-data.ts";

/** What the tables of this area hold about a member, and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable("photos", "member_id", {
    withheld: { key: requestKey, body_hash: requestKey, edition: technical, fingerprints: technical, bands: technical },
    orderBy: "created_at",
  }),
  memberTable("photo_suspicions", "photo_id", {
    via: { table: "photos", key: "id", memberColumn: "member_id" },
    withheld: { original_id: "a photo of another member" },
    orderBy: "found_at",
  }),
  memberTable("voice_introductions", "member_id", {
    withheld: {
      key: requestKey,
      body_hash: requestKey,
      decision_id: "the statement it stands with has the reason",
    },
    orderBy: "created_at",
  }),
  memberTable("verifications", "member_id", { withheld: { key: requestKey }, orderBy: "asked_at" }),
  memberTable("opening_questions", "member_id", { orderBy: "position" }),
  memberTable("profiles", "member_id", {
    part: "profile",
    withheld: {
      place: technical,
      latitude_band: technical,
      longitude_band: technical,
      interest_bits: technical,
      fact_bits: technical,
      shows_photo: technical,
      match_wishes: technical,
    },
  }),
];

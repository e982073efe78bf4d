import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "profile",
    table: "profiles",
    memberColumn: "member_id",
    withheld: {
      place: withholdReasons.technical,
      latitude_band: withholdReasons.technical,
      longitude_band: withholdReasons.technical,
      interest_bits: withholdReasons.technical,
      shows_photo: withholdReasons.technical,
      match_wishes: withholdReasons.technical,
    },
  }),
];

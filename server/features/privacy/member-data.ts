import { type MemberData, memberTable } from "#server/member-data.ts";

/** What the tables of this area hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable("data_downloads", "member_id", {
    part: "downloads",
    withheld: {
      id: "this very archive",
      ready_at: "this very archive",
      expires_at: "this very archive",
      bytes: "this very archive",
    },
    orderBy: "requested_at",
  }),
];

import { type MemberData, memberTable } from "#server/member-data.ts";

/** What the tables of this area hold about a member (D3.9), besides its `pairTables`. */
export const memberData: readonly MemberData[] = [memberTable("swipe_likes", "member_id")];

import { type MemberData, memberTable, technical } from "#server/member-data.ts";

/** What the tables of this area hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable("updates", "member_id", { withheld: { id: technical }, orderBy: "created_at" }),
];

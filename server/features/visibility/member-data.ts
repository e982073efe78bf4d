import { type MemberData, memberTable, technical } from "#server/member-data.ts";

/** What the tables of this area hold about a member, and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable("consents", "member_id", { withheld: { id: technical }, orderBy: "created_at" }),
];

import { type MemberData, memberTable, technical } from "#server/member-data.ts";

/** What the tables of this area hold about a member, and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable("consents", "member_id", { withheld: { id: technical }, orderBy: "created_at" }),
  memberTable("hidden_contacts", "member_id", {
    withheld: { contact_key: "a hash from which no one can read the address or the number" },
    orderBy: "created_at",
  }),
];

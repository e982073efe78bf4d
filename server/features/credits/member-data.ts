import { type MemberData, memberTable, technical } from "#server/member-data.ts";

/** What the tables of this area hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable("discount_codes", "member_id", { withheld: { id: technical }, orderBy: "created_at" }),
  memberTable("discount_uses", "member_id", { withheld: { use_key: technical }, orderBy: "payment_id" }),
  memberTable("wallets", "member_id", { part: "credits" }),
  memberTable("ledger", "member_id", { orderBy: "id" }),
  memberTable("debts", "member_id", { orderBy: "id" }),
];

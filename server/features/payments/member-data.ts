import { type MemberData, memberTable, requestKey, secret, technical } from "#server/member-data.ts";

/** What the tables of this area hold about a member, and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable("receipts", "member_id", { withheld: { company_id: technical }, orderBy: "issued_at" }),
  memberTable("payments", "member_id", {
    withheld: {
      key: requestKey,
      body_hash: requestKey,
      checkout_url: secret,
      asked_at: "when our jobs asked the provider about it",
      compared_at: "when our jobs compared it with the provider",
    },
    orderBy: "created_at",
  }),
  memberTable("refunds", "payment_id", {
    via: { table: "payments", key: "id", memberColumn: "member_id" },
    withheld: {
      provider_reference: technical,
      staff_id: "who of the team made it",
      confirmed_by: "who of the team confirmed it",
    },
    orderBy: "created_at",
  }),
  memberTable("chargebacks", "payment_id", {
    via: { table: "payments", key: "id", memberColumn: "member_id" },
    withheld: { provider_reference: technical },
    orderBy: "created_at",
  }),
  memberTable("payment_issues", "member_id", { withheld: { subject: technical }, orderBy: "found_at" }),
  memberTable("spending_limits", "member_id"),
  memberTable("payment_customers", "member_id"),
  memberTable("stored_methods", "member_id", { withheld: { reference: secret }, orderBy: "created_at" }),
  memberTable("direct_debits", "member_id", {
    withheld: { iban_sealed: secret, code_hash: secret, iban_key: technical, phone_key: technical },
    orderBy: "created_at",
  }),
  memberTable("direct_debit_blocks", "member_id"),
  memberTable("withdrawals", "member_id", { orderBy: "created_at" }),
];

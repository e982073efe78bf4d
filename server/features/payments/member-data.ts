import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "payments",
    table: "payments",
    memberColumn: "member_id",
    withheld: {
      key: withholdReasons.key,
      body_hash: withholdReasons.key,
      checkout_url: withholdReasons.secret,
      asked_at: "when our jobs asked the provider about it",
      compared_at: "when our jobs compared it with the provider",
    },
    orderBy: "created_at",
  }),
  memberTable({
    part: "refunds",
    table: "refunds",
    memberColumn: "payment_id",
    via: { table: "payments", key: "id", memberColumn: "member_id" },
    withheld: {
      provider_reference: withholdReasons.technical,
      staff_id: "who of the team made it",
      confirmed_by: "who of the team confirmed it",
    },
    orderBy: "created_at",
  }),
  memberTable({
    part: "chargebacks",
    table: "chargebacks",
    memberColumn: "payment_id",
    via: { table: "payments", key: "id", memberColumn: "member_id" },
    withheld: { provider_reference: withholdReasons.technical },
    orderBy: "created_at",
  }),
  memberTable({
    part: "payment_issues",
    table: "payment_issues",
    memberColumn: "member_id",
    withheld: { subject: withholdReasons.technical },
    orderBy: "found_at",
  }),
  memberTable({
    part: "spending_limits",
    table: "spending_limits",
    memberColumn: "member_id",
  }),
  memberTable({
    part: "payment_customers",
    table: "payment_customers",
    memberColumn: "member_id",
  }),
  memberTable({
    part: "stored_methods",
    table: "stored_methods",
    memberColumn: "member_id",
    withheld: { reference: withholdReasons.secret },
    orderBy: "created_at",
  }),
];

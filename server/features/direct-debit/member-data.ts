import { type MemberData, memberTable, withheld } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "direct_debits",
    table: "direct_debits",
    of: "member_id",
    give: [
      "id",
      "bundle_id",
      "amount_minor",
      "currency",
      "discount_code",
      "account_holder",
      "iban_masked",
      "iban_country",
      "phone",
      "mandate_reference",
      "authorised_at",
      "language",
      "collect_on",
      "confirmed_at",
      "payment_id",
      "return_to",
      "created_at",
      "code_sent_at",
      "code_expires_at",
      "tries_left",
    ],
    withhold: { site_id: withheld.site, iban_sealed: withheld.secret, code_hash: withheld.secret },
    by: "created_at",
  }),
  memberTable({
    part: "direct_debit_blocks",
    table: "direct_debit_blocks",
    of: "member_id",
    give: ["blocked_at"],
    withhold: { site_id: withheld.site },
  }),
];

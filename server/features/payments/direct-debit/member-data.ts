import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "direct_debits",
    table: "direct_debits",
    memberColumn: "member_id",
    disclosed: [
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
    withheld: {
      site_id: withholdReasons.site,
      iban_sealed: withholdReasons.secret,
      code_hash: withholdReasons.secret,
      iban_key: withholdReasons.technical,
      phone_key: withholdReasons.technical,
    },
    orderBy: "created_at",
  }),
  memberTable({
    part: "direct_debit_blocks",
    table: "direct_debit_blocks",
    memberColumn: "member_id",
    disclosed: ["blocked_at"],
    withheld: { site_id: withholdReasons.site },
  }),
];

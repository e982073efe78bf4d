import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "receipts",
    table: "receipts",
    memberColumn: "member_id",
    disclosed: [
      "id",
      "kind",
      "year",
      "number",
      "payment_id",
      "refund_id",
      "chargeback_id",
      "corrects_id",
      "seller",
      "buyer_name",
      "buyer_country",
      "credits",
      "list_minor",
      "amount_minor",
      "currency",
      "vat_percent",
      "vat_minor",
      "method",
      "language",
      "issued_at",
    ],
    withheld: { site_id: withholdReasons.site, company_id: withholdReasons.technical },
    orderBy: "issued_at",
  }),
];

import { type MemberData, memberTable, withheld } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "receipts",
    table: "receipts",
    of: "member_id",
    give: [
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
    withhold: { site_id: withheld.site, company_id: withheld.technical },
    by: "issued_at",
  }),
];

import { type MemberData, memberTable, withheld } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "payments",
    table: "payments",
    of: "member_id",
    give: [
      "id",
      "status",
      "credits",
      "amount_minor",
      "currency",
      "vat_percent",
      "country",
      "method",
      "provider",
      "provider_reference",
      "bundle_id",
      "return_to",
      "origin",
      "created_at",
      "completed_at",
    ],
    withhold: { site_id: withheld.site, key: withheld.key, body_hash: withheld.key, checkout_url: withheld.secret },
    by: "created_at",
  }),
];

import { type MemberData, memberTable, withheld } from "#server/member-data.ts";

/** The codes made for a member, and those they used. */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "discount_codes",
    table: "discount_codes",
    of: "member_id",
    give: [
      "code",
      "percentage",
      "value_minor",
      "currency",
      "minimum_minor",
      "country",
      "validity",
      "methods",
      "first_purchase",
      "window_seconds",
      "expires_at",
      "active",
      "created_at",
    ],
    withhold: { site_id: withheld.site, id: withheld.technical },
    by: "created_at",
  }),
  memberTable({
    part: "discount_uses",
    table: "discount_uses",
    of: "member_id",
    give: ["payment_id", "code_id", "state"],
    withhold: { use_key: withheld.technical },
    by: "payment_id",
  }),
];

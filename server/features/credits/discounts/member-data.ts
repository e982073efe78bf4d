import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** The codes made for a member, and those they used. */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "discount_codes",
    table: "discount_codes",
    memberColumn: "member_id",
    disclosed: [
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
    withheld: { site_id: withholdReasons.site, id: withholdReasons.technical },
    orderBy: "created_at",
  }),
  memberTable({
    part: "discount_uses",
    table: "discount_uses",
    memberColumn: "member_id",
    disclosed: ["payment_id", "code_id", "state"],
    withheld: { use_key: withholdReasons.technical },
    orderBy: "payment_id",
  }),
];

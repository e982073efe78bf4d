import { type MemberData, memberTable, withheld } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "withdrawals",
    table: "withdrawals",
    of: "member_id",
    give: [
      "id",
      "payment_id",
      "refund_id",
      "outcome",
      "email",
      "number",
      "credits",
      "amount_minor",
      "created_at",
      "closed_at",
    ],
    withhold: { site_id: withheld.site },
    by: "created_at",
  }),
];

import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "withdrawals",
    table: "withdrawals",
    memberColumn: "member_id",
    disclosed: [
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
    withheld: { site_id: withholdReasons.site },
    orderBy: "created_at",
  }),
];

import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** The codes made for a member, and those they used. */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "discount_codes",
    table: "discount_codes",
    memberColumn: "member_id",
    withheld: { id: withholdReasons.technical },
    orderBy: "created_at",
  }),
  memberTable({
    part: "discount_uses",
    table: "discount_uses",
    memberColumn: "member_id",
    withheld: { use_key: withholdReasons.technical },
    orderBy: "payment_id",
  }),
];

import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "receipts",
    table: "receipts",
    memberColumn: "member_id",
    withheld: { company_id: withholdReasons.technical },
    orderBy: "issued_at",
  }),
];

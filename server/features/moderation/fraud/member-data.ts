import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "fraud_warnings",
    table: "fraud_warnings",
    memberColumn: "member_id",
    withheld: { id: withholdReasons.technical, decision_id: withholdReasons.technical },
    memberIdColumns: ["about_id"],
    orderBy: "warned_at",
  }),
];

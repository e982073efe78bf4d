import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "terms_notices",
    table: "terms_notices",
    memberColumn: "account_id",
    withheld: { version_id: withholdReasons.technical },
    orderBy: "mailed_at",
  }),
];

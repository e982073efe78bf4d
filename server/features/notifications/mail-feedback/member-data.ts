import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "mail_feedback",
    table: "mail_feedback",
    memberColumn: "account_id",
    withheld: { mail_id: withholdReasons.technical, mail_epoch: withholdReasons.technical },
    orderBy: "at",
  }),
];

import { type MemberData, memberTable, withheld } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "mail_feedback",
    table: "mail_feedback",
    of: "account_id",
    give: ["kind", "at"],
    withhold: { mail_id: withheld.technical, mail_epoch: withheld.technical },
    by: "at",
  }),
];

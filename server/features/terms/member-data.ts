import { type MemberData, memberTable, withheld } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "terms_notices",
    table: "terms_notices",
    of: "account_id",
    give: ["mailed_at"],
    withhold: { version_id: withheld.technical },
    by: "mailed_at",
  }),
];

import { type MemberData, memberTable, withheld } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "credits",
    table: "wallets",
    of: "member_id",
    give: ["credits", "debt"],
    withhold: { site_id: withheld.site },
  }),
  memberTable({
    part: "ledger",
    table: "ledger",
    of: "member_id",
    give: ["id", "amount", "balance", "cause", "cause_id", "created_at"],
    withhold: { site_id: withheld.site },
    by: "id",
  }),
  memberTable({
    part: "debts",
    table: "debts",
    of: "member_id",
    give: ["id", "amount", "cause", "cause_id", "created_at"],
    withhold: { site_id: withheld.site },
    by: "id",
  }),
];

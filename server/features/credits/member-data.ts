import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "credits",
    table: "wallets",
    memberColumn: "member_id",
    disclosed: ["credits", "debt"],
    withheld: { site_id: withholdReasons.site },
  }),
  memberTable({
    part: "ledger",
    table: "ledger",
    memberColumn: "member_id",
    disclosed: ["id", "amount", "balance", "cause", "cause_id", "created_at"],
    withheld: { site_id: withholdReasons.site },
    orderBy: "id",
  }),
  memberTable({
    part: "debts",
    table: "debts",
    memberColumn: "member_id",
    disclosed: ["id", "amount", "cause", "cause_id", "created_at"],
    withheld: { site_id: withholdReasons.site },
    orderBy: "id",
  }),
];

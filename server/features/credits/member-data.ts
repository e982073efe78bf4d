import { type MemberData, memberTable } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "credits",
    table: "wallets",
    memberColumn: "member_id",
  }),
  memberTable({
    part: "ledger",
    table: "ledger",
    memberColumn: "member_id",
    orderBy: "id",
  }),
  memberTable({
    part: "debts",
    table: "debts",
    memberColumn: "member_id",
    orderBy: "id",
  }),
];

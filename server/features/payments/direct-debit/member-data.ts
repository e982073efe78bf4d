import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "direct_debits",
    table: "direct_debits",
    memberColumn: "member_id",
    withheld: {
      iban_sealed: withholdReasons.secret,
      code_hash: withholdReasons.secret,
      iban_key: withholdReasons.technical,
      phone_key: withholdReasons.technical,
    },
    orderBy: "created_at",
  }),
  memberTable({
    part: "direct_debit_blocks",
    table: "direct_debit_blocks",
    memberColumn: "member_id",
  }),
];

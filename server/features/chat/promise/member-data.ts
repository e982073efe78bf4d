import { type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "answer_promises",
    table: "answer_promises",
    memberColumn: "author_id",
    withheld: {
      message_id: withholdReasons.technical,
      answered_before_block: "whether the other member blocked this one is theirs to tell",
    },
    memberIdColumns: ["recipient_id"],
    orderBy: "sent_at",
  }),
];

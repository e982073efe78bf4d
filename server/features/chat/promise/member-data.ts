import { type MemberData, memberTable, technical } from "#server/member-data.ts";

/** What the tables of this feature hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable("answer_promises", "author_id", {
    withheld: {
      message_id: technical,
      answered_before_block: "whether the other member blocked this one is theirs to tell",
    },
    memberIdColumns: ["recipient_id"],
    orderBy: "sent_at",
  }),
];

import { type MemberData, memberTable, partTable, withholdReasons } from "#server/member-data.ts";
import { readConversations } from "./export-store.ts";

/** What the tables of this feature hold about a member (D3.9), and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "held_messages",
    table: "held_messages",
    memberColumn: "author_id",
    withheld: { key: withholdReasons.key },
    memberIdColumns: ["recipient_id"],
    orderBy: "created_at",
  }),
  {
    part: "conversations",
    tables: [
      partTable({
        table: "conversations",
      }),
      partTable({
        table: "conversation_members",
      }),
      partTable({
        table: "messages",
        withheld: { key: withholdReasons.key },
      }),
      partTable({
        table: "message_risks",
        withheld: { message_id: "the message it stands with" },
      }),
    ],
    read: readConversations,
  },
];

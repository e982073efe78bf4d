import { disclosedTable, type MemberData, memberTable, withholdReasons } from "#server/member-data.ts";
import { readConversations } from "./export-store.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "held_messages",
    table: "held_messages",
    memberColumn: "author_id",
    disclosed: ["id", "conversation_id", "recipient_id", "body", "created_at", "refused"],
    withheld: { site_id: withholdReasons.site, key: withholdReasons.key },
    memberIdColumns: ["recipient_id"],
    orderBy: "created_at",
  }),
  {
    part: "conversations",
    tables: [
      disclosedTable({
        table: "conversations",
        disclosed: ["id", "a_id", "b_id", "started_by", "created_at"],
        withheld: { site_id: withholdReasons.site },
      }),
      disclosedTable({
        table: "conversation_members",
        disclosed: [
          "conversation_id",
          "member_id",
          "other_id",
          "unread",
          "read_until",
          "receipt_until",
          "hidden_until",
          "last_message_at",
          "wrote",
        ],
      }),
      disclosedTable({
        table: "messages",
        disclosed: ["id", "conversation_id", "author_id", "author_kind", "body", "attachment", "credits", "created_at"],
        withheld: { key: withholdReasons.key },
      }),
      disclosedTable({
        table: "message_risks",
        disclosed: ["risks"],
        withheld: { message_id: "the message it stands with" },
      }),
    ],
    read: readConversations,
  },
];

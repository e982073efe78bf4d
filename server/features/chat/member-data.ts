import { disclosedTable, type MemberData, memberTable, withheld } from "#server/member-data.ts";
import { readConversations } from "./export-store.ts";

/** What the tables of this feature hold about a member (D3.9). */
export const memberData: readonly MemberData[] = [
  memberTable({
    part: "held_messages",
    table: "held_messages",
    of: "author_id",
    give: ["id", "conversation_id", "recipient_id", "body", "created_at", "refused"],
    withhold: { site_id: withheld.site, key: withheld.key },
    people: ["recipient_id"],
    by: "created_at",
  }),
  {
    part: "conversations",
    tables: [
      disclosedTable({
        table: "conversations",
        give: ["id", "a_id", "b_id", "started_by", "created_at"],
        withhold: { site_id: withheld.site },
      }),
      disclosedTable({
        table: "conversation_members",
        give: [
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
        give: ["id", "conversation_id", "author_id", "author_kind", "body", "attachment", "credits", "created_at"],
        withhold: { key: withheld.key },
      }),
      disclosedTable({
        table: "message_risks",
        give: ["risks"],
        withhold: { message_id: "the message it stands with" },
      }),
    ],
    read: readConversations,
  },
];

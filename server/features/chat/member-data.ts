import type { Db } from "#server/db/pool.ts";
import {
  type DataOwner,
  type MemberData,
  memberTable,
  partTable,
  type Row,
  requestKey,
  secret,
  technical,
} from "#server/member-data.ts";
import { readConversations } from "./export-store.ts";
import { findAllGifts } from "./gifts/store.ts";

/** What the tables of this area hold about a member, and what of it the archive withholds. */
export const memberData: readonly MemberData[] = [
  memberTable("first_messages", "author_id", {
    withheld: { id: technical, text_hash: technical, risky: "would teach how to write so that no one is warned" },
    orderBy: "created_at",
  }),
  memberTable("reviews", "member_id", {
    withheld: {
      id: technical,
      recipients: "would teach how to write so that no one is warned",
      same_text: "the same",
    },
    orderBy: "opened_at",
  }),
  memberTable("held_messages", "author_id", {
    withheld: { key: requestKey },
    memberIdColumns: ["recipient_id"],
    orderBy: "created_at",
  }),
  {
    part: "conversations",
    tables: [
      partTable("conversations"),
      partTable("conversation_members"),
      partTable("messages", { withheld: { key: requestKey } }),
      partTable("message_risks", { withheld: { message_id: "the message it stands with" } }),
    ],
    read: readConversations,
  },
  memberTable("talk_sides", "member_id", {
    part: "call_now",
    withheld: { talk_id: technical, session_hash: secret, page: technical, beating_since: technical },
  }),
  memberTable("chat_photos", "author_id", {
    withheld: { body_hash: requestKey, fingerprints: technical, has_files: technical },
    orderBy: "created_at",
  }),
  memberTable("voice_messages", "author_id", {
    withheld: {
      body_hash: requestKey,
      has_file: technical,
      decision_id: "the statement it stands with has the reason",
    },
    orderBy: "created_at",
  }),
  {
    part: "gifts",
    tables: [partTable("gifts")],
    read: readGifts,
    memberIdColumns: ["with_id"],
  },
  memberTable("answer_promises", "author_id", {
    withheld: {
      message_id: technical,
      answered_before_block: "whether the other member blocked this one is theirs to tell",
    },
    memberIdColumns: ["recipient_id"],
    orderBy: "sent_at",
  }),
  memberTable("answer_odds", "member_id"),
];

async function readGifts(db: Db, { memberId }: DataOwner): Promise<Row[]> {
  const rows = await findAllGifts(db, memberId);
  return rows.map(({ message_id, gift, opened_at, recipient_id, author_id, created_at }) => {
    const isGiver = author_id === memberId;
    const with_id = isGiver ? recipient_id : author_id;
    return { message_id, with_id, from_you: isGiver, gift, given_at: created_at, opened_at };
  });
}

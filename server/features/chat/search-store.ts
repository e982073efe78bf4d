import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import { selectOwnChats } from "./conversations-store.ts";

/** The maximum number of conversations that a search reads, those with the newest messages. */
const maxSearchedChats = 1_000;
/** The maximum number of messages that a search reads, those of the conversations with the newest messages. */
const maxSearchedMessages = 20_000;
/** The maximum number of results from one conversation. */
const maxPerChat = 20;

/** The `ilike` pattern for texts that contain the words; wildcards in the words are escaped. */
const patternFor = (words: string) => `%${words.replace(/[\\%_]/g, "\\$&")}%`;

const selectSearched = (db: Db, memberId: string) => selectOwnChats(db, memberId).limit(maxSearchedChats);

/** Conversations with members whose name contains the words, newest message first. */
export async function findChatsByName(db: Db, memberId: string, words: string, limit: number) {
  return await db
    .selectFrom(selectSearched(db, memberId).as("mine"))
    .innerJoin("profiles as p", "p.member_id", "mine.other_id")
    .select(["mine.conversation_id", "mine.other_id"])
    .where("p.name", "ilike", patternFor(words))
    .orderBy("mine.last_message_at", "desc")
    .limit(limit)
    .execute();
}

/** Searches as far back as the member may read, through at most `maxSearchedMessages`. */
export async function findMessagesByText(
  db: Db,
  memberId: string,
  words: string,
  { limit, history }: { limit: number; history: number },
) {
  const readable = db
    .selectFrom(selectSearched(db, memberId).as("mine"))
    .innerJoinLateral(
      (messages) =>
        messages
          .selectFrom("messages")
          .select(["messages.id", "author_id", "author_kind", "body", "created_at"])
          .whereRef("messages.conversation_id", "=", "mine.conversation_id")
          .where((where) =>
            where.or([
              where("mine.hidden_until", "is", null),
              where("created_at", ">", where.ref("mine.hidden_until")),
            ]),
          )
          .orderBy("created_at", "desc")
          .orderBy("messages.id", "desc")
          .limit(history)
          .as("newest"),
      (join) => join.onTrue(),
    )
    .select(["mine.conversation_id", "mine.other_id"])
    .select(["newest.id", "newest.author_id", "newest.author_kind", "newest.body", "newest.created_at"])
    .orderBy("mine.last_message_at", "desc")
    .limit(maxSearchedMessages);
  const matching = db
    .selectFrom(readable.as("readable"))
    .selectAll()
    .select(sql<number>`row_number() over (partition by conversation_id order by created_at desc, id desc)`.as("place"))
    .where("body", "ilike", patternFor(words));
  return await db
    .selectFrom(matching.as("matching"))
    .select(["conversation_id", "other_id", "id", "author_id", "author_kind", "body", "created_at"])
    .where("place", "<=", maxPerChat)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

import { sql } from "kysely";
import type { Locked } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";

/** Where a member's own message is, and who got it. */
export async function findOwnMessage(db: Db, memberId: string, messageId: string) {
  return await db
    .selectFrom("messages as m")
    .innerJoin("conversation_members as mine", (join) =>
      join.onRef("mine.conversation_id", "=", "m.conversation_id").onRef("mine.member_id", "=", "m.author_id"),
    )
    .select(["m.conversation_id", "mine.other_id"])
    .where("m.id", "=", messageId)
    .where("m.author_id", "=", memberId)
    .executeTakeFirst();
}

/**
 * Counts a message since a time as unread no more, and returns its price. Undefined if there is none, or if its
 * recipient has read, opened or answered it, or closed the chat. A reader of the chat waits for this row.
 */
export async function claimUnread(chat: Locked<"conversations">, messageId: string, since: Date) {
  const { rows } = await sql<{ credits: number }>`
    update conversation_members theirs set unread = greatest(theirs.unread - 1, 0)
    from messages m join conversations c on c.id = m.conversation_id
    where m.id = ${messageId} and theirs.conversation_id = c.id and theirs.other_id = m.author_id
      and m.created_at > ${since} and c.closed_at is null
      and (theirs.read_until is null or theirs.read_until < m.created_at)
      and not exists (select from messages where conversation_id = c.id and author_id = theirs.member_id
        and created_at > m.created_at)
      and not exists (select from gifts where message_id = m.id and opened_at is not null)
    returning m.credits`.execute(chat);
  return rows[0];
}

type Removed = { messageId: string; conversation: string; from: string };

/** Deletes a message, and its chat if it has no other one. Each side is again as its last message left it. */
export async function removeMessage(chat: Locked<"conversations">, { messageId, conversation, from }: Removed) {
  await chat.deleteFrom("messages").where("id", "=", messageId).execute();
  await sql`
    with last as (
      select created_at from messages where conversation_id = ${conversation} order by created_at desc, id desc limit 1
    ), emptied as (
      delete from conversations where id = ${conversation} and not exists (select from last)
    )
    update conversation_members side set last_message_at = last.created_at,
      wrote = side.wrote and (side.member_id <> ${from}
        or exists (select from messages where conversation_id = ${conversation} and author_id = ${from}))
    from last where side.conversation_id = ${conversation}`.execute(chat);
}

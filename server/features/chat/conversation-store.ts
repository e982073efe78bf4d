import { sql } from "kysely";
import { freeConversations } from "#contract/constants.ts";
import { dayMs } from "#contract/durations.ts";
import { fraudWarningDays } from "#contract/fraud-warnings.ts";
import { type Db, prepared } from "#server/db/pool.ts";
import { endOnBlock, keepBlockedChat } from "./promise/store.ts";
import { lockConversations } from "./store.ts";

/**
 * Because one blocks the other, also held ones, under `lockPair`. The chat still counts as begun;
 * its cost is kept, in case of fraud. Locks held messages before the conversation, as all code does.
 */
export async function deleteConversation(
  db: Db,
  { blocker, blocked, now }: { blocker: string; blocked: string; now: Date },
): Promise<void> {
  const pair = [blocker, blocked];
  await db.deleteFrom("held_messages").where("author_id", "in", pair).where("recipient_id", "in", pair).execute();
  await lockConversations(db, blocker, [blocked]);
  await endOnBlock(db, blocker, blocked, now);
  await keepBlockedChat(db, blocker, blocked, new Date(now.getTime() - fraudWarningDays * dayMs));
  const deleted = await db
    .deleteFrom("conversations")
    .where("a_id", "in", pair)
    .where("b_id", "in", pair)
    .returning("started_by")
    .executeTakeFirst();
  if (!deleted) return;
  await db
    .updateTable("profiles")
    .set({ conversations_deleted: sql`conversations_deleted + 1` })
    .where("member_id", "=", deleted.started_by)
    .execute();
}

/** Counts held ones too; null: no limit (D6.2). Takes no locks: `sendMessage` and `holdMessage` enforce it. */
export async function findConversationsLeft(db: Db, from: string, to: string): Promise<number | null> {
  if (from === to) return null;
  const { rows } = await sql<{ begun: number }>`${prepared}
    select p.conversations_deleted
      + (select count(*) from conversations where started_by = p.member_id)::int
      -- all recipients erased since count as one, as in holdMessage
      + (select count(distinct coalesce(recipient_id, author_id)) from held_messages
          where author_id = p.member_id and refused is null)::int as begun
    from profiles p
    where p.member_id = ${from} and not p.premium
      and not exists (
        select from conversations where a_id = least(${from}::uuid, ${to}::uuid) and b_id = greatest(${from}::uuid, ${to}::uuid)
      )
      and not exists (
        select from held_messages where author_id = p.member_id and recipient_id = ${to} and refused is null
      )`.execute(db);
  const [row] = rows;
  return row ? Math.max(0, freeConversations - row.begun) : null;
}

/** The chat of two members; undefined: neither has written to the other. */
export async function findChatOf(db: Db, oneId: string, otherId: string): Promise<{ closed: boolean } | undefined> {
  const { rows } = await sql<{ closed: boolean }>`${prepared}
    select closed_at is not null as closed from conversations
    where a_id = least(${oneId}::uuid, ${otherId}::uuid) and b_id = greatest(${oneId}::uuid, ${otherId}::uuid)`.execute(
    db,
  );
  return rows[0];
}

/** Those of `otherIds` who have a conversation with the member, even if it was removed from a list of chats. */
export async function findChattedWith(db: Db, memberId: string, otherIds: readonly string[]): Promise<Set<string>> {
  if (otherIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("conversation_members")
    .select("other_id")
    .where("member_id", "=", memberId)
    .where("other_id", "in", [...otherIds])
    .execute();
  return new Set(rows.map(({ other_id }) => other_id));
}

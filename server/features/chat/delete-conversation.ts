import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";

/**
 * Deletes the conversation of two members with all its messages, for both, and the held messages between them (R6.07,
 * D6.6). Its ledger entries stay, and it still counts as begun for the member who began it (D6.2). Runs in the caller's
 * transaction, under `lockPair`. Locks held messages before the conversation, as all code that locks both does.
 */
export async function deleteConversation(db: Db, a: string, b: string): Promise<void> {
  const pair = [a, b];
  await db.deleteFrom("held_messages").where("author_id", "in", pair).where("recipient_id", "in", pair).execute();
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

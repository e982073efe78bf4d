import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";

/**
 * Deletes the conversation of two members with all its messages, for both, and what one of them holds for the other
 * (R6.07, D6.6). What was paid for it stays in the ledger, and whoever began it has begun it (D6.2). Runs in the
 * caller's transaction, under `lockPair`; held messages come before the conversation, as for all who lock both.
 */
export async function deleteConversation(db: Db, a: string, b: string): Promise<void> {
  const pair = [a, b];
  await db.deleteFrom("held_messages").where("author_id", "in", pair).where("recipient_id", "in", pair).execute();
  const gone = await db
    .deleteFrom("conversations")
    .where("a_id", "in", pair)
    .where("b_id", "in", pair)
    .returning("started_by")
    .executeTakeFirst();
  if (!gone) return;
  await db
    .updateTable("profiles")
    .set({ conversations_deleted: sql`conversations_deleted + 1` })
    .where("member_id", "=", gone.started_by)
    .execute();
}

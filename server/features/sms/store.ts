import { sql } from "kysely";
import { deleteInBatches } from "#server/db/delete-in-batches.ts";
import type { Db } from "#server/db/pool.ts";

/** Records that a message is now handed to the gateway. Returns false if it was handed over before. */
export async function claimMessage(db: Db, id: string, now: Date): Promise<boolean> {
  const claimed = await db
    .insertInto("sms_handed_over")
    .values({ id, handed_over_at: now })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return claimed.numInsertedOrUpdatedRows === 1n;
}

/** Deletes the record of a message that the gateway certainly did not accept, so that it can be handed over again. */
export async function releaseMessage(db: Db, id: string): Promise<void> {
  await db.deleteFrom("sms_handed_over").where("id", "=", id).execute();
}

/** Deletes records from before a time. Choose one after which no job can retry these messages. */
export async function deleteOldClaims(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, "sms_handed_over", sql`handed_over_at < ${before}`);
}

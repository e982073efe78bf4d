import type { Db } from "#server/db/pool.ts";

/** Records that a message is handed to the gateway now; false if it was before. */
export async function claimMessage(db: Db, id: string, now: Date): Promise<boolean> {
  const claimed = await db
    .insertInto("sms_handed_over")
    .values({ id, handed_over_at: now })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return claimed.numInsertedOrUpdatedRows === 1n;
}

/** The gateway certainly did not accept it: it may be handed over again. */
export async function releaseMessage(db: Db, id: string): Promise<void> {
  await db.deleteFrom("sms_handed_over").where("id", "=", id).execute();
}

/** Deletes records whose job is over for sure. */
export async function deleteOldClaims(db: Db, before: Date): Promise<void> {
  await db.deleteFrom("sms_handed_over").where("handed_over_at", "<", before).execute();
}

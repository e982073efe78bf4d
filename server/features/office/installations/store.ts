import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";

export async function listContacts(db: Db) {
  return await db.selectFrom("installations").select(["name", "answered_at", "pulled_at"]).execute();
}

/** When it last answered, and when its refusals were last taken over. */
export async function noteContact(
  db: Db,
  name: string,
  contact: { answered_at: Date; pulled_at?: Date },
): Promise<void> {
  await db
    .insertInto("installations")
    .values({ name, ...contact })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(contact))
    .execute();
}

/** Deletes what was taken over from installations that are configured no more. */
export async function forgetOthers(db: Db, names: readonly string[]): Promise<void> {
  await sql`delete from installations where name <> all(${[...names]}::text[])`.execute(db);
}

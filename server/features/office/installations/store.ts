import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";

export async function listContacts(db: Db) {
  return await db.selectFrom("installations").select(["name", "answered_at", "pulled_at"]).execute();
}

export async function noteAnswer(db: Db, name: string, now: Date): Promise<void> {
  await db
    .insertInto("installations")
    .values({ name, answered_at: now })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ answered_at: now }))
    .execute();
}

/** Deletes what was taken over from installations that are configured no more. */
export async function forgetOthers(db: Db, names: readonly string[]): Promise<void> {
  await sql`delete from installations where name <> all(${[...names]}::text[])`.execute(db);
}

/** Notes that its refusals were taken over. */
export async function notePull(db: Db, name: string, now: Date): Promise<void> {
  const contact = { answered_at: now, pulled_at: now };
  await db
    .insertInto("installations")
    .values({ name, ...contact })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(contact))
    .execute();
}

import type { Selectable } from "kysely";
import type { Db } from "#server/db/pool.ts";
import type { SandboxMandates } from "#server/db/tables.ts";

export type NewMandate = { reference: string; customer: string; method: string; label: string };

/** Stores a customer's payment method, once for each reference. */
export async function insertMandate(db: Db, mandate: NewMandate, now: Date): Promise<void> {
  await db
    .insertInto("sandbox_mandates")
    .values({ ...mandate, created_at: now })
    .onConflict((conflict) => conflict.column("reference").doNothing())
    .execute();
}

export async function findMandate(db: Db, reference: string): Promise<Selectable<SandboxMandates> | undefined> {
  return await db.selectFrom("sandbox_mandates").selectAll().where("reference", "=", reference).executeTakeFirst();
}

export async function revokeMandate(db: Db, reference: string, now: Date): Promise<void> {
  await db
    .updateTable("sandbox_mandates")
    .set({ revoked_at: now })
    .where("reference", "=", reference)
    .where("revoked_at", "is", null)
    .execute();
}

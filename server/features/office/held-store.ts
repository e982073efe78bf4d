import { sql } from "kysely";
import type { StaffRole } from "#contract/constants.ts";
import type { QueueName } from "#contract/office.ts";
import type { Db } from "#server/db/pool.ts";

type Held = { id: string; queue: QueueName; item: string; staffId: string; decision: object };

/** A second decision on the item takes the place of one that no job has carried out. */
export async function insertHeldDecision(db: Db, { staffId, decision, ...held }: Held): Promise<void> {
  const row = { ...held, staff_id: staffId, decision: JSON.stringify(decision), dropped: false };
  await db
    .insertInto("held_decisions")
    .values(row)
    .onConflict((conflict) => conflict.columns(["queue", "item"]).doUpdateSet({ ...row, held_at: sql<Date>`now()` }))
    .execute();
}

/** Ends the holding of a staff member's decision; false if it is carried out, or was not held. */
export async function deleteHeldOf(db: Db, queue: QueueName, item: string, staffId: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom("held_decisions")
    .where("queue", "=", queue)
    .where("item", "=", item)
    .where("staff_id", "=", staffId)
    .where("dropped", "=", false)
    .executeTakeFirst();
  return deleted.numDeletedRows === 1n;
}

/**
 * Takes a held decision, with its author's role and sites; undefined if it was taken back, or carried out before. It
 * counts as dropped until `deleteDropped` says that it was carried out.
 */
export async function takeHeld(db: Db, id: string) {
  const held = await db
    .updateTable("held_decisions")
    .set({ dropped: true })
    .where("id", "=", id)
    .where("dropped", "=", false)
    .returningAll()
    .executeTakeFirst();
  if (!held) return undefined;
  const staff = db
    .selectFrom("staff")
    .select(["role", "site_ids as sites"])
    .$narrowType<{ role: StaffRole }>()
    .where("id", "=", held.staff_id);
  return { ...held, ...(await staff.executeTakeFirstOrThrow()), queue: held.queue as QueueName };
}

/** The decisions on these items that turned out to be impossible, with what their authors wrote. */
export async function findDropped(db: Db, queue: QueueName, items: readonly string[]) {
  const written = (name: "words" | "note") => sql<string>`coalesce(h.decision ->> ${name}, '')`.as(name);
  return await db
    .selectFrom("held_decisions as h")
    .innerJoin("staff", "staff.id", "h.staff_id")
    .select(["h.item", "staff.name as by", written("words"), written("note")])
    .where("h.queue", "=", queue)
    .where("h.item", "=", sql<string>`any(${items}::uuid[])`)
    .where("h.dropped", "=", true)
    .execute();
}

export async function deleteDropped(db: Db, queue: QueueName, item: string): Promise<void> {
  await db
    .deleteFrom("held_decisions")
    .where("queue", "=", queue)
    .where("item", "=", item)
    .where("dropped", "=", true)
    .execute();
}

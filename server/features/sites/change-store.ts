import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import type { ChangedValue } from "./list-changes.ts";

/** `staffId`: null for a command on the machine. `undoes`: the change that this one takes back. */
export type NewChange = {
  siteId: number;
  now: Date;
  changes: readonly ChangedValue[];
  staffId: string | null;
  undoes?: string;
  /** The keys of the other sites that it changed too. */
  sharing?: readonly string[];
};

export async function insertChange(
  db: Db,
  { siteId, now, changes, staffId, undoes, sharing }: NewChange,
): Promise<void> {
  await db
    .insertInto("site_changes")
    .values({
      site_id: siteId,
      changed_at: now,
      staff_id: staffId,
      undoes: undoes ?? null,
      changes: JSON.stringify(changes),
      sharing: [...(sharing ?? [])],
    })
    .execute();
}

function selectChanges(db: Db, siteId: number) {
  return db
    .selectFrom("site_changes as c")
    .leftJoin("staff as s", "s.id", "c.staff_id")
    .leftJoin("site_changes as u", "u.undoes", "c.id")
    .select(["c.id", "c.changed_at", "s.name as staff", "c.undoes", "u.id as undone_by", "c.sharing"])
    .select(sql<ChangedValue[]>`c.changes`.as("changes"))
    .where("c.site_id", "=", siteId);
}

export async function findChanges(
  db: Db,
  { siteId, before, limit }: { siteId: number; before: string | undefined; limit: number },
) {
  let query = selectChanges(db, siteId);
  if (before !== undefined) query = query.where("c.id", "<", before);
  return await query.orderBy("c.id", "desc").limit(limit).execute();
}

export async function findChange(db: Db, siteId: number, id: string) {
  return await selectChanges(db, siteId).where("c.id", "=", id).executeTakeFirst();
}

import type { Db } from "#server/db/pool.ts";

/** Seconds that a photo on a demo site is under inspection: long enough to see that it is. */
const inspectedSeconds = 6;
const atOnce = 20;

/**
 * Approves what members of the demo sites have uploaded some seconds ago (D8.2): it has passed the automatic checks, and
 * nobody sits there who would look at it. On other sites photos wait for staff. Answers how many there were.
 */
export async function approveDue(world: {
  db: Db;
  now: Date;
  approve(photoId: string): Promise<unknown>;
}): Promise<number> {
  const due = await world.db
    .selectFrom("photos")
    .innerJoin("sites", "sites.id", "photos.site_id")
    .select("photos.id")
    .where("photos.status", "=", "inspection")
    .where("photos.created_at", "<=", new Date(world.now.getTime() - inspectedSeconds * 1000))
    .where("sites.demo", "=", true)
    .orderBy("photos.created_at")
    .limit(atOnce)
    .execute();
  for (const { id } of due) await world.approve(id);
  return due.length;
}

import type { Db } from "#server/db/pool.ts";

/** Seconds for which a photo on a demo site is under inspection: long enough to be seen. */
const inspectedSeconds = 6;
const atOnce = 20;

/**
 * Approves photos that members of the demo sites uploaded some seconds ago (D8.2): they have passed the automatic
 * checks, and a demo has no staff. On other sites photos wait for staff. Answers how many it approved.
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

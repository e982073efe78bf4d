import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";

/** Seconds for which a photo on a demo site is under inspection: long enough to be seen. */
const inspectedSeconds = 6;
const atOnce = 20;

/**
 * Approves photos that members of the demo sites uploaded or sent in chats some seconds ago (D8.2): they have passed
 * the automatic checks, and a demo has no staff. Photos that these suspect of something wait for staff, as all do on
 * other sites. Returns how many it approved.
 */
export async function approveDue(world: {
  db: Db;
  now: Date;
  approve(photoId: string): Promise<unknown>;
  approveInChat(photoId: string): Promise<unknown>;
}): Promise<number> {
  const [photos, sent] = [await findDue(world, "photos"), await findDue(world, "chat_photos")];
  for (const id of photos) await world.approve(id);
  for (const id of sent) await world.approveInChat(id);
  return photos.length + sent.length;
}

async function findDue({ db, now }: { db: Db; now: Date }, table: "photos" | "chat_photos"): Promise<string[]> {
  const before = new Date(now.getTime() - inspectedSeconds * 1000);
  const { rows } = await sql<{ id: string }>`
    select photo.id from ${sql.table(table)} photo join sites on sites.id = photo.site_id
    where photo.status = 'inspection' and photo.created_at <= ${before} and sites.demo
      and not exists (select from photo_suspicions where photo_id = photo.id)
    order by photo.created_at limit ${atOnce}`.execute(db);
  return rows.map(({ id }) => id);
}

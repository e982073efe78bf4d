import { sql } from "kysely";
import type { PhotoSuspicion } from "#contract/photos.ts";
import type { Db } from "#server/db/pool.ts";

type Found = { photoId: string; kind: Exclude<PhotoSuspicion, "copy">; now: Date };

/** Notes that a photo looks like another member's, unless that one is deleted meanwhile. */
export async function insertCopy(db: Db, photoId: string, originalId: string, now: Date): Promise<void> {
  await sql`
    insert into photo_suspicions (photo_id, kind, original_id, found_at)
    select ${photoId}, 'copy', original.id, ${now} from photos as original
    where original.id = ${originalId} for key share of original`.execute(db);
}

/** Notes what the service for pictures found, once, if the photo still waits for inspection. */
export async function insertSuspicion(db: Db, { photoId, kind, now }: Found): Promise<void> {
  await sql`
    insert into photo_suspicions (photo_id, kind, found_at)
    select id, ${kind}, ${now} from photos where id = ${photoId} and status = 'inspection' for key share
    on conflict do nothing`.execute(db);
}

/** Deletes what was suspected of a photo, once a person has looked at it. */
export async function deleteSuspicions(db: Db, photoId: string): Promise<void> {
  await db.deleteFrom("photo_suspicions").where("photo_id", "=", photoId).execute();
}

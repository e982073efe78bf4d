import { dayMs } from "#contract/durations.ts";
import type { Db } from "#server/db/pool.ts";
import { soundName } from "../voice/sound-file.ts";
import { type PhotoOf, sealedFolder } from "./rules.ts";

/** Days for which a removed picture or recording of child abuse is kept for the police. */
export const sealedDays = 90;

/** Where the file is; `soundType`: of a recording, null of a picture. */
export const sealedKey = (id: string, soundType: string | null) =>
  `${sealedFolder(id)}${soundType === null ? "full.webp" : soundName(soundType)}`;

type Sealing = { soundType: string | null; decisionId: string; now: Date };

/** Returns the key under which the caller's job keeps the file. */
export async function sealForPolice(
  db: Db,
  { siteId, memberId, id }: PhotoOf,
  { soundType, decisionId, now }: Sealing,
) {
  const times = { sealed_at: now, erase_at: new Date(now.getTime() + sealedDays * dayMs) };
  const row = { photo_id: id, sound_type: soundType, site_id: siteId, member_id: memberId, decision_id: decisionId };
  await db
    .insertInto("sealed_photos")
    .values({ ...row, ...times })
    .execute();
  return sealedKey(id, soundType);
}

export async function isSealed(db: Db, photoId: string): Promise<boolean> {
  const row = db.selectFrom("sealed_photos").select("id").where("photo_id", "=", photoId);
  return (await row.executeTakeFirst()) !== undefined;
}

/** After a reversed decision: the next run of the job erases what it sealed. */
export async function forgetSealed(db: Db, decisionId: string, now: Date): Promise<void> {
  await db.updateTable("sealed_photos").set({ erase_at: now }).where("decision_id", "=", decisionId).execute();
}

/** Oldest first, with the number that staff tell the police. */
export async function listSealed(db: Db) {
  return await db
    .selectFrom("sealed_photos as p")
    .innerJoin("sites as s", "s.id", "p.site_id")
    .select(["p.id", "p.photo_id", "p.sound_type", "p.member_id", "p.sealed_at", "p.erase_at", "s.key as site"])
    .orderBy("p.id")
    .execute();
}

/** Keeps what is sealed longer, such as until the police has answered; false if nothing has this number. */
export async function keepSealed(db: Db, id: number, until: Date): Promise<boolean> {
  const kept = await db.updateTable("sealed_photos").set({ erase_at: until }).where("id", "=", id).executeTakeFirst();
  return kept.numUpdatedRows === 1n;
}

export async function findDueSealed(db: Db, now: Date) {
  return await db.selectFrom("sealed_photos").select(["id", "photo_id"]).where("erase_at", "<=", now).execute();
}

export async function deleteSealed(db: Db, id: number): Promise<void> {
  await db.deleteFrom("sealed_photos").where("id", "=", id).execute();
}

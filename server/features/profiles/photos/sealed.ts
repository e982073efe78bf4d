import { dayMs } from "#contract/durations.ts";
import type { Db } from "#server/db/pool.ts";
import { forEachRow } from "#server/jobs/for-each-row.ts";
import { defineScheduledJob } from "#server/jobs/jobs.ts";
import type { PhotoOf } from "./rules.ts";

/** Days for which a removed picture of child abuse is kept for the police. */
export const sealedDays = 90;

/** No address leads to it, and it outlives the folder of its member. */
const sealedFolder = (photoId: string) => `sealed/${photoId}/`;
export const sealedKey = (photoId: string) => `${sealedFolder(photoId)}full.webp`;

type Sealing = { decisionId: string; now: Date };

/** Returns the key under which the caller's job keeps the file. */
export async function sealPhoto(db: Db, { siteId, memberId, id }: PhotoOf, { decisionId, now }: Sealing) {
  const times = { sealed_at: now, erase_at: new Date(now.getTime() + sealedDays * dayMs) };
  const photo = { photo_id: id, site_id: siteId, member_id: memberId, decision_id: decisionId };
  await db
    .insertInto("sealed_photos")
    .values({ ...photo, ...times })
    .execute();
  return sealedKey(id);
}

export async function isSealed(db: Db, photoId: string): Promise<boolean> {
  const row = db.selectFrom("sealed_photos").select("id").where("photo_id", "=", photoId);
  return (await row.executeTakeFirst()) !== undefined;
}

/** After a reversed decision: the next run of the job erases what it sealed. */
export async function unseal(db: Db, decisionId: string, now: Date): Promise<void> {
  await db.updateTable("sealed_photos").set({ erase_at: now }).where("decision_id", "=", decisionId).execute();
}

/** Oldest first, with the number that staff tell the police. */
export async function listSealed(db: Db) {
  return await db
    .selectFrom("sealed_photos as p")
    .innerJoin("sites as s", "s.id", "p.site_id")
    .select(["p.id", "p.photo_id", "p.member_id", "p.sealed_at", "p.erase_at", "s.key as site"])
    .orderBy("p.id")
    .execute();
}

/** Keeps a sealed picture longer, such as until the police has answered; false if there is none with this number. */
export async function keepSealed(db: Db, id: number, until: Date): Promise<boolean> {
  const kept = await db.updateTable("sealed_photos").set({ erase_at: until }).where("id", "=", id).executeTakeFirst();
  return kept.numUpdatedRows === 1n;
}

export const purgeSealed = defineScheduledJob({
  name: "purge-sealed-photos",
  every: "41 4 * * *",
  run: async (services) => {
    const { db, clock, files } = services;
    const due = await db
      .selectFrom("sealed_photos")
      .select(["id", "photo_id"])
      .where("erase_at", "<=", clock.now())
      .execute();
    const failure = { failure: "a sealed photo was not erased", about: ({ id }: { id: number }) => ({ sealed: id }) };
    await forEachRow(services, due, failure, async ({ id, photo_id }, inRow) => {
      await files.remove(sealedFolder(photo_id));
      await inRow((trx) => trx.deleteFrom("sealed_photos").where("id", "=", id).execute());
    });
  },
});

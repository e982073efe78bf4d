import { sql } from "kysely";
import { type Ground, refusedEverywhere } from "#contract/decisions.ts";
import type { Db } from "#server/db/pool.ts";
import { bandsNear, type Fingerprints, nearBits } from "./fingerprint.ts";
import { forgetSealed } from "./sealed-store.ts";

/** The hashes by which photos are compared: of the uploaded bytes, and the perceptual ones. */
export type PhotoLooks = { sha256: Buffer | null; fingerprints: readonly string[] | null };

export const asText = (table: string) =>
  sql<string[] | null>`${sql.ref(table)}.fingerprints::text[]`.as("fingerprints");

/** A photo that staff rejected: its hashes, and why. */
export type Rejected = PhotoLooks & { siteId: number; ground: Ground; decisionId: string };

/**
 * Without its member, so that neither it nor a near copy is used again: on no site for the reasons in
 * `refusedEverywhere`, else on this one.
 */
export async function recordRejectedPhoto(
  db: Db,
  { siteId, sha256, fingerprints, ground, decisionId }: Rejected,
  now: Date,
): Promise<void> {
  await db
    .insertInto("rejected_photos")
    .values({
      site_id: siteId,
      body_hash: sha256,
      fingerprints: fingerprints && [...fingerprints],
      everywhere: refusedEverywhere.includes(ground),
      ground,
      rejected_at: now,
      decision_id: decisionId,
    })
    .execute();
}

/** Deletes the hashes of a rejected photo after its decision was reversed: it can be uploaded again. */
export async function allowRejectedPhoto(db: Db, decisionId: string, now: Date): Promise<void> {
  await db.deleteFrom("rejected_photos").where("decision_id", "=", decisionId).execute();
  await forgetSealed(db, decisionId, now);
}

/** One a row: of a single overlap (`&&`) the planner, without statistics for rare bands, expects half of the table. */
const near = (whole: string | undefined) =>
  sql`unnest(${whole === undefined ? [] : bandsNear(whole)}::int[]) as near (band)`;

/** The rejection that a photo is refused for: the newest decision of staff. */
export type EarlierRejection = { decisionId: string; everywhere: boolean; ground: Ground | null };

/** Finds it on this site or for all. The index finds candidates: the cost does not grow with the rejected photos. */
export async function findLikeRejected(
  db: Db,
  siteId: number,
  looks: PhotoLooks,
): Promise<EarlierRejection | undefined> {
  const [whole] = looks.fingerprints ?? [];
  const columns = sql`decision_id, everywhere, ground, rejected_at`;
  const same = sql`select ${columns} from rejected_photos
    where body_hash = ${looks.sha256} and (site_id = ${siteId} or everywhere)`;
  const alike = sql`select ${columns} from ${near(whole)} join rejected_photos on bands @> array[near.band]
    where (site_id = ${siteId} or everywhere)
      and exists (select from unnest(fingerprints) as f
        where fingerprint_distance(f, ${whole}::bit(128)) <= ${nearBits})`;
  // aggregates: for `exists` or `limit` the planner would scan the table
  const { rows } = await sql<EarlierRejection>`
    select bool_or(everywhere) as everywhere, (array_agg(decision_id order by rejected_at desc))[1] as "decisionId",
      (array_agg(ground order by everywhere desc, rejected_at desc))[1] as ground
    from (${same} union all ${alike}) as rejections having count(*) > 0`.execute(db);
  return rows[0];
}

/** Finds another member's photo, for staff to compare. The index also has mirror images and slight crops. */
export async function findOriginal(
  db: Db,
  { siteId, memberId }: { siteId: number; memberId: string },
  [whole]: Fingerprints,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select photos.id from ${near(whole)} join photos on bands @> array[near.band], lateral (
      select min(fingerprint_distance(f, ${whole}::bit(128))) as bits from unnest(fingerprints) as f) as nearest
    where status = 'active' and site_id = ${siteId} and member_id <> ${memberId} and nearest.bits <= ${nearBits}
    order by nearest.bits, photos.created_at, photos.id limit 1`.execute(db);
  return rows[0]?.id;
}

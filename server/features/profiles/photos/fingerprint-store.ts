import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { type Ground, refusedEverywhere } from "#contract/decisions.ts";
import { type Config, keyFor } from "#server/config/config.ts";
import type { Db } from "#server/db/pool.ts";
import { isUnusedCopy } from "#server/db/site-moves.ts";
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
  // a decision of another installation: it is not refused here any more, whatever is taken over from there
  await db.updateTable("shared_refusals").set({ lifted: true }).where("decision_id", "=", decisionId).execute();
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

/** What the operator's installations tell one another of a picture: of the file and of each fingerprint, in hex. */
function sharedHashes({ secret }: Pick<Config, "secret">, { sha256, fingerprints }: PhotoLooks): string[] {
  const of = (text: string) => createHmac("sha256", keyFor(secret, "refused-picture")).update(text).digest("hex");
  return [
    ...(sha256 ? [of(`file ${sha256.toString("hex")}`)] : []),
    ...(fingerprints ?? []).map((f) => of(`look ${f}`)),
  ];
}

/** The pictures that no site may show, for the operator's other installations. */
export async function listSharedPictures(db: Db, config: Pick<Config, "secret">) {
  const rows = await db
    .selectFrom("rejected_photos as r")
    .select(["r.body_hash", "r.ground", "r.decision_id", "r.rejected_at", asText("r")])
    .$narrowType<{ ground: Ground | null }>()
    .where("r.everywhere", "=", true)
    .where(({ not }) => not(isUnusedCopy(sql.ref("r.site_id"))))
    .orderBy("r.id")
    .execute();
  return rows.map(({ body_hash: sha256, fingerprints, ground, decision_id: decision, rejected_at: at }) => ({
    ...{ hashes: sharedHashes(config, { sha256, fingerprints }), ground: ground ?? ("minor" as const) },
    ...{ decision, at: at.toISOString() },
  }));
}

/**
 * Finds a picture among those that another installation refuses: the same file, or one with exactly the same
 * fingerprint. Keyed hashes have no distance, so a near copy is only recognised where it was rejected.
 */
export async function findRefusedElsewhere(
  db: Db,
  config: Pick<Config, "secret" | "installations">,
  { sha256, fingerprints }: PhotoLooks,
): Promise<EarlierRejection | undefined> {
  if (config.installations.length === 0) return undefined;
  const [whole] = fingerprints ?? [];
  const hashes = sharedHashes(config, { sha256, fingerprints: whole === undefined ? [] : [whole] });
  if (hashes.length === 0) return undefined;
  const row = await db
    .selectFrom("shared_refusals")
    .select(["decision_id", "ground"])
    .$narrowType<{ decision_id: string; ground: Ground }>()
    .where("kind", "=", "picture")
    .where(
      "hash",
      "in",
      hashes.map((hash) => Buffer.from(hash, "hex")),
    )
    .where("lifted", "=", false)
    .orderBy("decided_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && { decisionId: row.decision_id, everywhere: true, ground: row.ground };
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

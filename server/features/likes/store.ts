import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";

const newest = 200;

/** Serialises what happens between two members, so that a match is made exactly once (D5.1). */
export async function lockPair(db: Db, a: string, b: string): Promise<void> {
  const pair = [a, b].sort().join();
  await sql`select pg_advisory_xact_lock(hashtextextended(${pair}, 0))`.execute(db);
}

/** False where the like was there already. */
export async function insertLike(
  db: Db,
  like: { from: string; to: string; siteId: number; now: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto("likes")
    .values({ from_id: like.from, to_id: like.to, site_id: like.siteId, created_at: like.now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export async function likeExists(db: Db, from: string, to: string): Promise<boolean> {
  const row = await db
    .selectFrom("likes")
    .select("from_id")
    .where("from_id", "=", from)
    .where("to_id", "=", to)
    .executeTakeFirst();
  return row !== undefined;
}

function pairOf(a: string, b: string) {
  return a < b ? { a_id: a, b_id: b } : { a_id: b, b_id: a };
}

/** False where the two matched already. */
export async function insertMatch(db: Db, a: string, b: string, siteId: number, now: Date): Promise<boolean> {
  const inserted = await db
    .insertInto("matches")
    .values({ ...pairOf(a, b), site_id: siteId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export async function deleteLike(db: Db, from: string, to: string): Promise<void> {
  const pair = pairOf(from, to);
  await db.deleteFrom("likes").where("from_id", "=", from).where("to_id", "=", to).execute();
  await db.deleteFrom("matches").where("a_id", "=", pair.a_id).where("b_id", "=", pair.b_id).execute();
}

export async function markSeen(db: Db, from: string, to: string): Promise<void> {
  await db.updateTable("likes").set({ seen: true }).where("from_id", "=", from).where("to_id", "=", to).execute();
}

/** The newest likes a member got and gave, and their matches. */
export async function findLikes(db: Db, memberId: string) {
  const [received, sent, matches] = await Promise.all([
    db
      .selectFrom("likes")
      .select(["from_id as id", "seen", "created_at"])
      .where("to_id", "=", memberId)
      .orderBy("created_at", "desc")
      .limit(newest)
      .execute(),
    db
      .selectFrom("likes")
      .select(["to_id as id", "created_at"])
      .where("from_id", "=", memberId)
      .orderBy("created_at", "desc")
      .limit(newest)
      .execute(),
    db
      .selectFrom("matches")
      .select((select) => [
        select.case().when("a_id", "=", memberId).then(select.ref("b_id")).else(select.ref("a_id")).end().as("id"),
        "created_at",
      ])
      .where((where) => where.or([where("a_id", "=", memberId), where("b_id", "=", memberId)]))
      .orderBy("created_at", "desc")
      .limit(newest)
      .execute(),
  ]);
  return { received, sent, matches };
}

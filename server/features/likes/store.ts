import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import type { Row } from "#server/member-data.ts";

const newest = 200;

export type NewLike = { from: string; to: string; siteId: number; now: Date; automatic?: boolean };

/** Inserts a like; false if it existed already. A member's own like replaces an automatic one (D5.3). */
export async function insertLike(db: Db, { from, to, siteId, now, automatic = false }: NewLike): Promise<boolean> {
  const inserted = await db
    .insertInto("likes")
    .values({ from_id: from, to_id: to, site_id: siteId, created_at: now, automatic })
    .onConflict((conflict) => {
      if (automatic) return conflict.doNothing();
      const replaced = { automatic: false, seen: false, created_at: now };
      return conflict.columns(["from_id", "to_id"]).doUpdateSet(replaced).where("likes.automatic", "=", true);
    })
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

/** Inserts a match; false if it existed already. */
export async function insertMatch(db: Db, a: string, b: string, siteId: number, now: Date): Promise<boolean> {
  const inserted = await db
    .insertInto("matches")
    .values({ ...pairOf(a, b), site_id: siteId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

export async function matchExists(db: Db, a: string, b: string): Promise<boolean> {
  const { a_id, b_id } = pairOf(a, b);
  const row = await db
    .selectFrom("matches")
    .select("a_id")
    .where("a_id", "=", a_id)
    .where("b_id", "=", b_id)
    .executeTakeFirst();
  return row !== undefined;
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
      .select(["from_id as id", "seen", "automatic", "created_at"])
      .where("to_id", "=", memberId)
      .orderBy("created_at", "desc")
      .limit(newest)
      .execute(),
    db
      .selectFrom("likes")
      .select(["to_id as id", "created_at"])
      .where("from_id", "=", memberId)
      // an automatic like is not one that the member gave
      .where("automatic", "=", false)
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

/** Those of `fromIds` whose like the member has not seen; automatic likes do not count (D5.3). */
export async function unseenLikesAmong(db: Db, memberId: string, fromIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("likes")
    .select("from_id")
    .where("to_id", "=", memberId)
    .where("from_id", "in", fromIds)
    .where("seen", "=", false)
    .where("automatic", "=", false)
    .execute();
  return rows.map((row) => row.from_id);
}

/** Those of `withIds` who have a match with the member. */
export async function matchesAmong(db: Db, memberId: string, withIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom("matches")
    .select(["a_id", "b_id"])
    .where((where) =>
      where.or([
        where.and([where("a_id", "=", memberId), where("b_id", "in", withIds)]),
        where.and([where("b_id", "=", memberId), where("a_id", "in", withIds)]),
      ]),
    )
    .execute();
  return rows.map((row) => (row.a_id === memberId ? row.b_id : row.a_id));
}

/** The members who have not yet seen a like from this member, newest first. */
export async function unseenLikesOf(db: Db, memberId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("likes")
    .select("to_id")
    .where("from_id", "=", memberId)
    .where("seen", "=", false)
    .where("automatic", "=", false)
    .orderBy("created_at", "desc")
    .limit(newest)
    .execute();
  return rows.map((row) => row.to_id);
}

/** Deletes the likes between two members and their match (R6.07). In the caller's transaction, under `lockPair`. */
export async function deleteLikes(db: Db, a: string, b: string): Promise<void> {
  const pair = [a, b];
  await db.deleteFrom("likes").where("from_id", "in", pair).where("to_id", "in", pair).execute();
  await db.deleteFrom("matches").where("a_id", "in", pair).where("b_id", "in", pair).execute();
}

/** A member's matches: the other member and the time. */
export async function readMatches(db: Db, memberId: string): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select case when a_id = ${memberId} then b_id else a_id end as member, created_at from matches
    where a_id = ${memberId} or b_id = ${memberId} order by created_at`.execute(db);
  return rows;
}

import { sql } from "kysely";
import type { LikeType } from "#contract/likes.ts";
import { type Locked, pairOf, underLock } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import type { Given } from "#server/db/statement.ts";
import { visibilityColumns, visibilityFacts } from "#server/features/visibility/index.ts";
import type { TimeCursor } from "#server/http/cursor.ts";

/** The maximum number of an unconfirmed member's likes that are published on confirmation, the newest ones. */
const publishedLikes = 200;

export type NewLike = { from: string; to: string; siteId: number; now: Date; automatic?: boolean };

/** Inserts a like; false if it existed already. A member's own like replaces an automatic one (D5.3). */
export async function insertLike(pair: Locked<"pair">, { from, to, siteId, now, automatic = false }: NewLike) {
  const inserted = await underLock(pair)
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

export async function insertMatch(pair: Locked<"pair">, { from, to, siteId, now }: Omit<NewLike, "automatic">) {
  const inserted = await underLock(pair)
    .insertInto("matches")
    .values({ ...pairOf(from, to), site_id: siteId, created_at: now })
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

export async function deleteLike(pair: Locked<"pair">, from: string, to: string): Promise<void> {
  const { a_id, b_id } = pairOf(from, to);
  const db = underLock(pair);
  await db.deleteFrom("likes").where("from_id", "=", from).where("to_id", "=", to).execute();
  await db.deleteFrom("matches").where("a_id", "=", a_id).where("b_id", "=", b_id).execute();
}

export async function markLikeSeen(db: Db, from: string, to: string): Promise<void> {
  await db.updateTable("likes").set({ seen: true }).where("from_id", "=", from).where("to_id", "=", to).execute();
}

export type LikeRow = {
  id: string;
  seen: boolean;
  automatic: boolean;
  created_at: Date;
  cursor_at: string;
};

const listQueries = {
  received: (me: string) => sql`select from_id as id, seen, automatic, created_at from likes where to_id = ${me}`,
  // without automatic likes, which the member did not give themselves
  sent: (me: string) =>
    sql`select to_id as id, true as seen, false as automatic, created_at from likes where from_id = ${me} and not automatic`,
  // either of the two likes of a match may be an introduction (D5.3)
  matches: (me: string) => sql`
    select other.id, true as seen, other.created_at, exists (select from likes where automatic
      and ((from_id = other.id and to_id = ${me}) or (from_id = ${me} and to_id = other.id))) as automatic
    from (
      select b_id as id, created_at from matches where a_id = ${me}
      union all select a_id, created_at from matches where b_id = ${me}
    ) as other`,
} satisfies Record<LikeType, (me: string) => unknown>;

/** A member's likes of a kind after a place, newest first. */
export async function findLikes(
  db: Db,
  memberId: string,
  type: LikeType,
  after: TimeCursor | null,
  limit: number,
): Promise<LikeRow[]> {
  const later = sql`(${after === null}::boolean or (created_at, id) < (${after?.at ?? null}::timestamptz, ${after?.id ?? null}::uuid))`;
  const { rows } = await sql<LikeRow>`
    select id, seen, automatic, created_at, created_at::text as cursor_at
    from (${listQueries[type](memberId)}) as l
    where ${later} order by created_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}

/** R3.05: no automatic ones and none of fictional profiles (D11.7). Each row counts senders with the same facts. */
export function selectNewLikers(db: Db, memberId: string | Given<string>) {
  const senders = db
    .selectFrom("likes as l")
    .innerJoin("profiles as p", "p.member_id", "l.from_id")
    .select(["p.site_id", "p.listed", "p.fictional"])
    .select(visibilityColumns(memberId, "p"))
    .where("l.to_id", "=", memberId)
    .where(sql<boolean>`not l.seen and not l.automatic and not p.fictional and not p.automatic`);
  return db
    .selectFrom(senders.as("s"))
    .select(visibilityFacts)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .groupBy(visibilityFacts);
}

/** Those of `fromIds` whose like the member has not seen; automatic likes do not count. */
export async function findUnseenLikesAmong(db: Db, memberId: string, fromIds: readonly string[]): Promise<string[]> {
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

export async function findMatchesAmong(db: Db, memberId: string, withIds: readonly string[]): Promise<string[]> {
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
export async function findUnseenLikedBy(db: Db, memberId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("likes")
    .select("to_id")
    .where("from_id", "=", memberId)
    .where("seen", "=", false)
    .where("automatic", "=", false)
    .orderBy("created_at", "desc")
    .limit(publishedLikes)
    .execute();
  return rows.map((row) => row.to_id);
}

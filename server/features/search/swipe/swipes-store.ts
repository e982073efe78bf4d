import { sql } from "kysely";
import { type Lockable, type Locked, proofOf, underLock } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import type { Spent } from "./rules.ts";

/** Locks a member's likes of the day until the transaction ends, so that concurrent swipes of that member wait. */
export async function lockLikes(db: Lockable<"swipe_likes">, memberId: string, siteId: number) {
  const spent: Spent = await db
    .insertInto("swipe_likes")
    .values({ member_id: memberId, site_id: siteId })
    // an update that changes nothing, which locks the row and returns it
    .onConflict((conflict) => conflict.column("member_id").doUpdateSet({ site_id: siteId }))
    .returning(["spent", "renewed_at"])
    .executeTakeFirstOrThrow();
  return { db: proofOf<"swipe_likes">(db), spent };
}

export async function saveLikes(db: Db, memberId: string, { spent, renewed_at }: Spent): Promise<void> {
  await db.updateTable("swipe_likes").set({ spent, renewed_at }).where("member_id", "=", memberId).execute();
}

/** The likes of the day and the last swipe, without a lock, for showing them. */
export async function findSwipeState(db: Db, memberId: string): Promise<Spent & { undoable: string | null }> {
  const { rows } = await sql<Spent & { undoable: string | null }>`
    select coalesce(l.spent, 0) as spent, l.renewed_at,
      (select to_id from swipes where from_id = ${memberId}::uuid and undoable) as undoable
    from (values (0)) as one left join swipe_likes as l on l.member_id = ${memberId}::uuid`.execute(db);
  return rows[0] ?? { spent: 0, renewed_at: null, undoable: null };
}

export type Swipe = {
  from: string;
  to: string;
  siteId: number;
  liked: boolean;
  now: Date;
  paidUntil: Date | null;
  undoable: boolean;
};

export async function findSwipe(db: Db, from: string, to: string) {
  return await db
    .selectFrom("swipes")
    .select(["liked", "paid_until", "undoable"])
    .where("from_id", "=", from)
    .where("to_id", "=", to)
    .executeTakeFirst();
}

/** Stores a swipe as the member's last one. A like replaces an earlier pass. */
export async function saveSwipe(pair: Locked<"pair">, swipe: Swipe): Promise<void> {
  const { from, to, siteId, liked, now, paidUntil, undoable } = swipe;
  const previous = underLock(pair).updateTable("swipes").where("from_id", "=", from).where("undoable", "=", true);
  await previous.set({ undoable: false }).execute();
  const values = { liked, created_at: now, paid_until: paidUntil, undoable };
  await underLock(pair)
    .insertInto("swipes")
    .values({ from_id: from, to_id: to, site_id: siteId, ...values })
    .onConflict((conflict) => conflict.columns(["from_id", "to_id"]).doUpdateSet(values))
    .execute();
}

export async function deleteSwipe(db: Db, from: string, to: string): Promise<void> {
  await db.deleteFrom("swipes").where("from_id", "=", from).where("to_id", "=", to).execute();
}

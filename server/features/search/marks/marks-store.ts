import { sql } from "kysely";
import type { MarkKind } from "#contract/marks.ts";
import { type Locked, underLock } from "#server/db/locks.ts";
import { type Db, prepared } from "#server/db/pool.ts";

const kind = sql<MarkKind>`case when hidden then 'hidden' else 'saved' end`.as("kind");

export async function findMark(db: Db, ownerId: string, aboutId: string) {
  return await db
    .selectFrom("member_marks")
    .modifyFront(prepared)
    .select([kind, "note"])
    .where("owner_id", "=", ownerId)
    .where("about_id", "=", aboutId)
    .executeTakeFirst();
}

/** All marks of a member, the newest first. */
export async function findMarks(db: Db, ownerId: string) {
  return await db
    .selectFrom("member_marks")
    .select(["about_id", kind, "note"])
    .where("owner_id", "=", ownerId)
    .orderBy("created_at", "desc")
    .orderBy("about_id")
    .execute();
}

export type NewMark = { siteId: number; from: string; to: string; hidden: boolean; note: string; now: Date };

/** Saves or replaces it. */
export async function saveMark(pair: Locked<"pair">, { siteId, from, to, hidden, note, now }: NewMark): Promise<void> {
  await underLock(pair)
    .insertInto("member_marks")
    .values({ owner_id: from, about_id: to, site_id: siteId, hidden, note, created_at: now })
    .onConflict((conflict) => conflict.columns(["owner_id", "about_id"]).doUpdateSet({ hidden, note }))
    .execute();
}

/** How many marks of its kind the member has of others. */
export async function countOthers(account: Locked<"accounts">, { from, to, hidden }: NewMark): Promise<number> {
  const { count } = await account
    .selectFrom("member_marks")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("owner_id", "=", from)
    .where("about_id", "!=", to)
    .where("hidden", "=", hidden)
    .executeTakeFirstOrThrow();
  return count;
}

export async function deleteMark(pair: Locked<"pair">, ownerId: string, aboutId: string): Promise<void> {
  const marks = underLock(pair).deleteFrom("member_marks");
  await marks.where("owner_id", "=", ownerId).where("about_id", "=", aboutId).execute();
}

import { sql } from "kysely";
import { type UpdateKind, updatesShown } from "#contract/updates.ts";
import type { Db } from "#server/db/pool.ts";

export type NewUpdate = { memberId: string; kind: UpdateKind; path: string | null; now: Date };

/** Adds an update in the transaction of its change. `path`: the page it links to, without the language. */
export async function addUpdate(db: Db, { memberId, kind, path, now }: NewUpdate): Promise<void> {
  await db.insertInto("updates").values({ member_id: memberId, kind, path, created_at: now }).execute();
}

/** Takes entries back that link to a page which ends. */
export async function deleteUpdatesTo(db: Db, memberId: string, path: string): Promise<void> {
  await db.deleteFrom("updates").where("member_id", "=", memberId).where("path", "=", path).execute();
}

type UpdatesOfKind = { members: readonly string[]; kind: UpdateKind; since: Date };

/** Takes entries of a kind back that members got since a time, because what they say is no longer so. */
export async function deleteUpdates(db: Db, { members, kind, since }: UpdatesOfKind): Promise<void> {
  await db
    .deleteFrom("updates")
    .where("member_id", "=", sql<string>`any(${[...members]}::uuid[])`)
    .where("kind", "=", kind)
    .where("created_at", ">=", since)
    .execute();
}

export async function findUpdates(db: Db, memberId: string, limit: number) {
  return await db
    .selectFrom("updates")
    .select(["id", "kind", "path", "created_at", "seen_at"])
    .$narrowType<{ kind: UpdateKind }>()
    .where("member_id", "=", memberId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Marks entries as seen, and with them those beyond the end of the list, which would stay new for ever. */
export async function markSeen(db: Db, memberId: string, ids: readonly string[], now: Date): Promise<void> {
  const listed = sql`select id from updates where member_id = ${memberId}
    order by created_at desc, id desc limit ${updatesShown}`;
  await db
    .updateTable("updates")
    .set({ seen_at: now })
    .where("member_id", "=", memberId)
    .where(sql<boolean>`(id = any(${ids}::uuid[]) or id not in (${listed}))`)
    .where("seen_at", "is", null)
    .execute();
}

export async function countNewUpdates(db: Db, memberId: string): Promise<number> {
  const row = await db
    .selectFrom("updates")
    .select((select) => select.fn.countAll<string>().as("count"))
    .where("member_id", "=", memberId)
    .where("seen_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

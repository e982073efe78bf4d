import { sql } from "kysely";
import type { Db } from "#server/db/pool.ts";

export type SiteRemoval = { siteId: number; key: string };

/** Begins to remove a site; false if that was begun before. Without `by` a command does. */
export async function insertRemoval(
  db: Db,
  { siteId, by, now }: { siteId: number; by: { staffId: string; confirmedBy: string } | null; now: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto("site_removals")
    .values({
      site_id: siteId,
      staff_id: by?.staffId ?? null,
      confirmed_by: by?.confirmedBy ?? null,
      started_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return inserted === 1n;
}

export async function findRemovals(db: Db): Promise<SiteRemoval[]> {
  return await db
    .selectFrom("site_removals as r")
    .innerJoin("sites as s", "s.id", "r.site_id")
    .select(["r.site_id as siteId", "s.key"])
    .where("r.finished_at", "is", null)
    .orderBy("r.started_at")
    .execute();
}

export async function setRemoved(db: Db, siteId: number, now: Date): Promise<void> {
  await db.updateTable("site_removals").set({ finished_at: now }).where("site_id", "=", siteId).execute();
}

/** What closing a site is about, in numbers. */
export async function countClosing(db: Db, siteId: number) {
  const { rows } = await sql<{
    members: number;
    fictional: number;
    banned: number;
    chats: number;
    photos: number;
    receipts: number;
    coming: number;
    refunding: boolean;
    left: number;
    started_at: Date | null;
    finished_at: Date | null;
  }>`
    select
      (select count(*) from accounts a where a.site_id = s.id and a.status <> 'banned' and not exists (
        select from profiles p where p.member_id = a.id and p.fictional))::int as members,
      (select count(*) from profiles where site_id = s.id and fictional)::int as fictional,
      (select count(*) from accounts where site_id = s.id and status = 'banned')::int as banned,
      (select count(*) from conversations where site_id = s.id)::int as chats,
      (select count(*) from photos where site_id = s.id)::int as photos,
      (select count(*) from receipts where site_id = s.id)::int as receipts,
      (select count(*) from payments where site_id = s.id and status = 'pending')::int as coming,
      exists (select from closing_refunds where site_id = s.id and finished_at is null) as refunding,
      (select count(*) from accounts where site_id = s.id and erasing_at is not null)::int as left,
      r.started_at, r.finished_at
    from sites s left join site_removals r on r.site_id = s.id where s.id = ${siteId}`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error(`no site ${siteId}`);
  return counts;
}

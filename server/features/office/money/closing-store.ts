import { sql } from "kysely";
import type { Money } from "#contract/withdrawals.ts";
import type { Db } from "#server/db/pool.ts";

export type ClosingRefund = { id: string; siteId: number; staffId: string; confirmedBy: string; startedAt: Date };

/** Starts to refund all of a site; false if that runs already. */
export async function insertClosing(db: Db, closing: Omit<ClosingRefund, "id">): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await db
    .insertInto("closing_refunds")
    .values({
      site_id: closing.siteId,
      staff_id: closing.staffId,
      confirmed_by: closing.confirmedBy,
      started_at: closing.startedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return inserted === 1n;
}

export async function findRunning(db: Db): Promise<ClosingRefund[]> {
  return await db
    .selectFrom("closing_refunds")
    .select([
      "id",
      "site_id as siteId",
      "staff_id as staffId",
      "confirmed_by as confirmedBy",
      "started_at as startedAt",
    ])
    .where("finished_at", "is", null)
    .orderBy("started_at")
    .execute();
}

export async function setFinished(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable("closing_refunds").set({ finished_at: now }).where("id", "=", id).execute();
}

/** What each of these runs has refunded so far, the newest run first; a failed refund does not count. */
export async function listClosings(db: Db, siteIds: readonly number[]) {
  const { rows } = await sql<{ site: string; started_at: Date; finished_at: Date | null; refunded: Money[] }>`
    select s.key as site, c.started_at, c.finished_at, (
      select coalesce(json_agg(json_build_object('amount', amount, 'currency', currency) order by currency), '[]')
      from (
        select p.currency, sum(r.amount_minor) as amount from refunds r join payments p on p.id = r.payment_id
        where r.reason = 'site_closed' and r.status <> 'failed' and p.site_id = c.site_id
          and r.created_at >= c.started_at and (c.finished_at is null or r.created_at <= c.finished_at)
        group by p.currency) as sums) as refunded
    from closing_refunds c join sites s on s.id = c.site_id
    where c.site_id = any (${siteIds}::smallint[]) order by c.started_at desc limit 20`.execute(db);
  return rows;
}

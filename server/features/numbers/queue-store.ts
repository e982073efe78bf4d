import { type RawBuilder, sql } from "kysely";
import type { waitingQueues } from "#contract/numbers.ts";
import type { Db } from "#server/db/pool.ts";

type QueueName = (typeof waitingQueues)[number];

/** Where each queue's items are, and since when they wait. Each has a partial index that holds only those that wait. */
const waiting: Record<QueueName, RawBuilder<unknown>> = {
  // reports_open
  reports: sql`select site_id, created_at as since from reports where status = 'open'`,
  // photos_inspection
  photos: sql`select site_id, created_at as since from photos where status = 'inspection'`,
  // chat_photos_inspection
  chat_photos: sql`select site_id, created_at as since from chat_photos where status = 'inspection'`,
  // profiles_inspection
  texts: sql`select site_id, about_me_inspection_since as since from profiles where about_me_inspection is not null`,
  // reviews_open
  reviews: sql`select site_id, opened_at as since from reviews where closed_at is null`,
  // complaints_open
  complaints: sql`select site_id, created_at as since from complaints
    where closed_at is null and (kind <> 'ban' or proven_address is not null)`,
  // withdrawals_open
  withdrawals: sql`select site_id, created_at as since from withdrawals
    where outcome = 'recorded' and closed_at is null`,
};

/** How many items a queue has, and since when the oldest waits. */
export async function findQueue(db: Db, name: QueueName, siteIds: readonly number[]) {
  const { rows } = await sql<{ waiting: number; oldest: Date | null }>`
    select count(*)::int as waiting, min(since) as oldest from (${waiting[name]}) as item
    where site_id = any(${siteIds}::smallint[])`.execute(db);
  const { waiting: count, oldest } = rows[0] ?? { waiting: 0, oldest: null };
  return { name, waiting: count, oldest: oldest?.toISOString() ?? null };
}

import { type RawBuilder, sql } from "kysely";
import type { QueueName } from "#contract/office.ts";
import type { Db } from "#server/db/pool.ts";

/** What waits in each queue: its id, and since when; each is read by an index in that order. */
const sources: Record<QueueName, RawBuilder<unknown>> = {
  photos: sql`select p.id, p.created_at as since from photos p join accounts a on a.id = p.member_id
    where p.status = 'inspection' and a.status <> 'deleted'`,
};

/** No queue is counted further. */
const mostCounted = 10_000;

export type Taken = { id: string; since: Date };
export type Claim = { queue: QueueName; staffId: string; now: Date };

/**
 * Claims the oldest items of a queue that are not another person's, up to `limit`. Fewer are answered if another person
 * was faster with some of them.
 */
export async function claimOldest(
  db: Db,
  { queue, staffId, now, after, until, limit }: Claim & { after: Taken | null; until: Date; limit: number },
): Promise<Taken[]> {
  const beyond = after ? sql`(q.since, q.id) > (${after.since}::timestamptz, ${after.id}::uuid)` : sql`true`;
  const { rows } = await sql<Taken>`
    with due as (
      select q.id, q.since from (${sources[queue]}) q
      where ${beyond} and not exists (select from staff_claims c
        where c.queue = ${queue} and c.item = q.id and c.staff_id <> ${staffId} and c.until > ${now})
      order by q.since, q.id limit ${limit}),
    claimed as (
      insert into staff_claims (queue, item, staff_id, until)
      select ${queue}, id, ${staffId}, ${until} from due order by since, id
      on conflict (queue, item) do update set staff_id = excluded.staff_id, until = excluded.until
        where staff_claims.staff_id = excluded.staff_id or staff_claims.until <= ${now}
      returning item)
    select due.id, due.since from due join claimed on claimed.item = due.id order by due.since, due.id`.execute(db);
  return rows;
}

/** Deletes the claims of a person that are over. */
export async function deleteOldClaims(db: Db, staffId: string, now: Date): Promise<void> {
  await db.deleteFrom("staff_claims").where("staff_id", "=", staffId).where("until", "<=", now).execute();
}

export async function deleteClaim(db: Db, { queue, staffId, item }: Omit<Claim, "now"> & { item: string }) {
  await db
    .deleteFrom("staff_claims")
    .where("queue", "=", queue)
    .where("item", "=", item)
    .where("staff_id", "=", staffId)
    .execute();
}

/** Ends the claim on an item, unless another person has it: then false. */
export async function settleClaim(db: Db, { queue, staffId, now, item }: Claim & { item: string }): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select staff_id = ${staffId} or until <= ${now} as mine from staff_claims
    where queue = ${queue} and item = ${item} for update`.execute(db);
  if (rows[0]?.mine === false) return false;
  await db.deleteFrom("staff_claims").where("queue", "=", queue).where("item", "=", item).execute();
  return true;
}

/** How many wait, counted to 10,000, and since when the oldest. */
export async function findWaiting(db: Db, queue: QueueName): Promise<{ waiting: number; oldest: Date | null }> {
  const { rows } = await sql<{ waiting: number; oldest: Date | null }>`
    select (select count(*)::int from (select from (${sources[queue]}) q limit ${mostCounted}) counted) as waiting,
      (select since from (${sources[queue]}) q order by since limit 1) as oldest`.execute(db);
  return rows[0] ?? { waiting: 0, oldest: null };
}

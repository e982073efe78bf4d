import { type RawBuilder, sql } from "kysely";
import { hourMs } from "#contract/durations.ts";
import { type QueueName, type QueueState, queueNames } from "#contract/office.ts";
import type { Db } from "#server/db/pool.ts";

/** The site of an issue, which may name a payment, a member, or neither. */
const siteOfIssue = sql`coalesce(
  (select site_id from payments where id = i.payment_id), (select site_id from accounts where id = i.member_id))`;

/** Where each queue's items are, and since when they wait. Each has a partial index that holds only those that wait. */
const waitingItems = (now: Date): Record<QueueName, RawBuilder<unknown>> => ({
  // reports_open
  reports: sql`select site_id, created_at as since from reports where status = 'open'`,
  // statements_objections
  objections: sql`select site_id, objected_at as since from statements
    where objected_at is not null and answered_at is null`,
  verifications: sql`select v.site_id, v.sent_at as since from verifications v
    join accounts a on a.id = v.member_id
    where v.kind = 'selfie' and v.status = 'waiting' and a.status <> 'deleted'`,
  ages: sql`select v.site_id, v.sent_at as since from verifications v
    join accounts a on a.id = v.member_id
    where v.kind = 'document' and v.status = 'waiting' and a.status not in ('banned', 'deleted')`,
  payments: sql`select ${siteOfIssue} as site_id, found_at as since from payment_issues i where closed_at is null`,
  // photos_inspection
  photos: sql`select site_id, created_at as since from photos where status = 'inspection'`,
  // chat_photos_inspection
  chat_photos: sql`select site_id, created_at as since from chat_photos where status = 'inspection'`,
  // voice_introductions_inspection
  introductions: sql`select site_id, created_at as since from voice_introductions where status = 'inspection'`,
  // profiles_texts_waiting, opening_questions_waiting
  texts: sql`select site_id, about_me_inspection_since as since from profiles where about_me_inspection is not null
    union all select p.site_id, q.inspection_since from opening_questions q join profiles p on p.member_id = q.member_id
    where q.inspection_since is not null`,
  // reviews_open
  reviews: sql`select site_id, opened_at as since from reviews where closed_at is null`,
  // complaints_queue; those that wait for their sender are not late
  complaints: sql`select site_id, coalesce(waiting_since, created_at) as since from complaints
    where closed_at is null and coalesce(waiting_since, created_at) <= ${now} and (kind <> 'ban' or proven_address is not null)`,
  // withdrawals_open
  withdrawals: sql`select site_id, created_at as since from withdrawals
    where outcome = 'recorded' and closed_at is null`,
  // proposals_waiting
  proposals: sql`select site_id, created_at as since from proposals where state = 'waiting'`,
});

type Targets = Readonly<Record<QueueName, number>>;

/** `siteIds`: null for all. */
type Asked = { siteIds: readonly number[] | null; targets: Targets; now: Date };

/** How many items a queue has, since when the oldest waits, and its target time; on these sites, or null: on all. */
async function findQueue(db: Db, name: QueueName, { siteIds, targets, now }: Asked) {
  const ofSites = siteIds === null ? sql`true` : sql`site_id = any(${[...siteIds]}::smallint[])`;
  const { rows } = await sql<{ waiting: number; oldest: Date | null }>`
    select count(*)::int as waiting, min(since) as oldest from (${waitingItems(now)[name]}) as item
    where ${ofSites}`.execute(db);
  const { waiting: count, oldest } = rows[0] ?? { waiting: 0, oldest: null };
  return { name, waiting: count, oldest: oldest?.toISOString() ?? null, target_hours: targets[name] };
}

/** All queues, one after the other by one connection. */
export async function findQueues(db: Db, asked: Asked): Promise<QueueState[]> {
  const queues: QueueState[] = [];
  for (const name of queueNames) queues.push(await findQueue(db, name, asked));
  return queues;
}

/** How long the oldest item of each queue has waited, as a share of the queue's target time: above 1 it is late. */
export async function readLateness(db: Db, targets: Targets, now: Date): Promise<Record<string, number>> {
  const shares = (await findQueues(db, { siteIds: null, targets, now })).map(
    ({ name, oldest, target_hours: hours }) => {
      const waited = oldest === null ? 0 : now.getTime() - Date.parse(oldest);
      return [name, waited / (hours * hourMs)] as const;
    },
  );
  return Object.fromEntries(shares);
}

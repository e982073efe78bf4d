import { type RawBuilder, sql } from "kysely";
import type { QueueName } from "#contract/office.ts";
import { deleteInBatches } from "#server/db/delete-in-batches.ts";
import type { Db } from "#server/db/pool.ts";

/**
 * The items that wait in each queue for a staff member: id and waiting since, and of reports what is urgent. An index
 * has each in that order. The staff member who made a decision does not get the objection to it, nor the one who
 * proposed something the proposal.
 */
const waitingItems: Record<QueueName, (staffId: string) => RawBuilder<unknown>> = {
  photos: () => sql`select p.id, p.created_at as since from photos p join accounts a on a.id = p.member_id
    where p.status = 'inspection' and a.status not in ('banned', 'deleted')`,
  chat_photos: () => sql`select id, created_at as since from chat_photos
    where status = 'inspection' and message_id is not null`,
  // what can't wait first: the index `reports_urgent` has the same expression
  reports: () => sql`select id, created_at as since, reason in ('danger', 'underage') as urgent
    from reports where status = 'open'`,
  objections: (staffId) => sql`select id, objected_at as since from statements
    where objected_at is not null and answered_at is null and staff_id is distinct from ${staffId}::uuid`,
  verifications: () => sql`select v.picture_id as id, v.sent_at as since from verifications v
    join profiles p on p.member_id = v.member_id
    join photos ph on ph.id = p.main_photo_id and ph.status = 'active'
    join accounts a on a.id = v.member_id
    where v.kind = 'selfie' and v.status = 'waiting' and a.status <> 'deleted'`,
  ages: () => sql`select v.picture_id as id, v.sent_at as since from verifications v
    join accounts a on a.id = v.member_id
    where v.kind = 'document' and v.status = 'waiting' and a.status not in ('banned', 'deleted')`,
  texts: () => sql`select p.member_id as id, p.about_me_inspection_since as since from profiles p
    join accounts a on a.id = p.member_id
    where p.about_me_inspection is not null and a.status not in ('banned', 'deleted')`,
  reviews: () => sql`select id, opened_at as since from reviews where closed_at is null`,
  complaints: () => sql`select id, created_at as since from complaints
    where closed_at is null and (kind <> 'ban' or proven_address is not null)`,
  withdrawals: () => sql`select id, created_at as since from withdrawals
    where outcome = 'recorded' and closed_at is null`,
  payments: () => sql`select id, found_at as since from payment_issues where closed_at is null`,
  proposals: (staffId) => sql`select id, created_at as since from proposals
    where state = 'waiting' and staff_id <> ${staffId}::uuid`,
};

/** Whether an item is urgent, and the order in which staff get a queue's items: urgent ones, then the oldest. */
const orders = {
  plain: { urgent: sql<boolean>`false`, columns: (of: string) => sql`${sql.ref(of)}.since, ${sql.ref(of)}.id` },
  urgentFirst: {
    urgent: sql<boolean>`q.urgent`,
    columns: (of: string) => sql`${sql.ref(of)}.urgent desc, ${sql.ref(of)}.since, ${sql.ref(of)}.id`,
  },
};
const orderOf = (queue: QueueName) => (queue === "reports" ? orders.urgentFirst : orders.plain);

/** The first items of a queue, as `claimOldest` reads them; for the test of its indexes. */
export const oldestOf = (queue: QueueName, staffId: string) =>
  sql`select q.id, q.since from (${waitingItems[queue](staffId)}) q order by ${orderOf(queue).columns("q")} limit 12`;

/** Queues are counted up to this number. */
const maxCounted = 10_000;

export type Taken = { id: string; since: Date; urgent: boolean };
export type Claim = { queue: QueueName; staffId: string; now: Date };

/**
 * Claims up to `limit` of the unclaimed items of a queue, urgent ones and then the oldest. Returns fewer if other staff
 * claimed some of them at the same moment.
 */
export async function claimOldest(
  db: Db,
  { queue, staffId, now, after, until, limit }: Claim & { after: Taken | null; until: Date; limit: number },
): Promise<Taken[]> {
  const { urgent, columns } = orderOf(queue);
  const beyond = after
    ? sql`(not ${urgent}, q.since, q.id) > (${!after.urgent}::boolean, ${after.since}::timestamptz, ${after.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<Taken>`
    with due as (
      select q.id, q.since, ${urgent} as urgent from (${waitingItems[queue](staffId)}) q
      where ${beyond} and not exists (select from staff_claims c
        where c.queue = ${queue} and c.item = q.id and c.staff_id <> ${staffId} and c.until > ${now})
      order by ${columns("q")} limit ${limit}),
    claimed as (
      insert into staff_claims (queue, item, staff_id, until)
      select ${queue}, id, ${staffId}, ${until} from due order by ${columns("due")}
      on conflict (queue, item) do update set staff_id = excluded.staff_id, until = excluded.until
        where staff_claims.staff_id = excluded.staff_id or staff_claims.until <= ${now}
      returning item)
    select due.id, due.since, due.urgent from due join claimed on claimed.item = due.id order by ${columns("due")}`.execute(
    db,
  );
  return rows;
}

/** Deletes a staff member's expired claims. */
export async function deleteOldClaims(db: Db, staffId: string, now: Date): Promise<void> {
  await db.deleteFrom("staff_claims").where("staff_id", "=", staffId).where("until", "<=", now).execute();
}

/** Deletes all expired claims. */
export async function deleteEndedClaims(db: Db, now: Date): Promise<void> {
  await deleteInBatches(db, "staff_claims", sql`until <= ${now}`);
}

export async function deleteClaim(db: Db, { queue, staffId, item }: Omit<Claim, "now"> & { item: string }) {
  await db
    .deleteFrom("staff_claims")
    .where("queue", "=", queue)
    .where("item", "=", item)
    .where("staff_id", "=", staffId)
    .execute();
}

/** Ends the claim on an item; false if another staff member has claimed it. */
export async function settleClaim(db: Db, { queue, staffId, now, item }: Claim & { item: string }): Promise<boolean> {
  const { rows } = await sql<{ mine: boolean }>`
    select staff_id = ${staffId} or until <= ${now} as mine from staff_claims
    where queue = ${queue} and item = ${item} for update`.execute(db);
  if (rows[0]?.mine === false) return false;
  await db.deleteFrom("staff_claims").where("queue", "=", queue).where("item", "=", item).execute();
  return true;
}

/** How many items wait, up to 10,000, and since when the oldest one does. */
export async function findWaiting(
  db: Db,
  queue: QueueName,
  staffId: string,
): Promise<{ waiting: number; oldest: Date | null }> {
  const { rows } = await sql<{ waiting: number; oldest: Date | null }>`
    select (select count(*)::int from (select from (${waitingItems[queue](staffId)}) q limit ${maxCounted}) counted) as waiting,
      (select since from (${waitingItems[queue](staffId)}) q order by since limit 1) as oldest`.execute(db);
  return rows[0] ?? { waiting: 0, oldest: null };
}

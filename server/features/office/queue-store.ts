import { type RawBuilder, sql } from "kysely";
import type { StaffRole } from "#contract/constants.ts";
import { claimMinutes, type listOrders, type QueueName, urgentQueues } from "#contract/office.ts";
import { queuesEndedByBan } from "#contract/sanctions.ts";
import type { EndedByBan } from "#contract/staff-members.ts";
import { type AnyTrx, lockOther } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { urgencyOf } from "#server/features/moderation/index.ts";
import { isOnSites, type StaffSites } from "#server/http/staff-sites.ts";

export type Worker = { staffId: string; role: StaffRole; sites: StaffSites };

/**
 * Support and finance each have their own complaints; admins have all. Moderators have what members write back about
 * safety, which begins with a message of theirs.
 */
export function complaintsOf(role: StaffRole): RawBuilder<boolean> {
  if (role === "admin") return sql`true`;
  if (role === "moderator") return sql`(desk = 'support' and kind = 'message' and topic = 'safety')`;
  return sql`desk = ${role}`;
}

/**
 * Each with its site, its member and its kind; an index has that order. The staff member who made a decision does not
 * get the objection to it, also if it is on a notice, nor the one who proposed something the proposal.
 */
const waitingItems: Record<QueueName, (staff: Worker, now: Date) => RawBuilder<unknown>> = {
  photos: () => sql`select p.id, p.created_at as since, p.site_id, p.member_id,
    (select min(kind) from photo_suspicions where photo_id = p.id) as kind
    from photos p join accounts a on a.id = p.member_id
    where p.status = 'inspection' and a.status not in ('banned', 'deleted')`,
  chat_photos: () => sql`select id, created_at as since, site_id, author_id as member_id, findings[1] as kind
    from chat_photos
    where status = 'inspection' and message_id is not null`,
  introductions: () => sql`select v.id, v.created_at as since, v.site_id, v.member_id, null as kind
    from voice_introductions v join accounts a on a.id = v.member_id
    where v.status = 'inspection' and a.status not in ('banned', 'deleted') and not exists (
      select from site_settings o where o.site_id = v.site_id and o.key = 'voice_introductions' and o.value = 'false')`,
  // one item for each reported member: its place is that of the gravest report, of several the oldest one
  reports: ({ staffId }) => sql`select coalesce(r.reported_id, r.id) as id, r.created_at as since, r.site_id,
    ${urgencyOf("r")} as urgency, r.reported_id as member_id, r.reason as kind from reports r
    where r.status = 'open' and not exists (select from reports o
      where o.reported_id = r.reported_id and o.status = 'open' and (${urgencyOf("o")} > ${urgencyOf("r")}
        or (${urgencyOf("o")} = ${urgencyOf("r")} and (o.created_at, o.id) < (r.created_at, r.id))))
      and coalesce(r.reported_id, r.id) not in (select coalesce(again.reported_id, again.id) from content_notices n
        join reports again on again.id = n.report_id where n.decided_by = ${staffId}::uuid and again.status = 'open')`,
  objections: ({ staffId }) => sql`select id, objected_at as since, site_id, member_id, decision as kind
    from statements
    where objected_at is not null and answered_at is null and staff_id is distinct from ${staffId}::uuid`,
  verifications: () => sql`select v.picture_id as id, v.sent_at as since, v.site_id, v.member_id, null as kind
    from verifications v
    join profiles p on p.member_id = v.member_id
    join photos ph on ph.id = p.main_photo_id and ph.status = 'active'
    join accounts a on a.id = v.member_id
    where v.kind = 'selfie' and v.status = 'waiting' and a.status <> 'deleted'`,
  ages: () => sql`select v.picture_id as id, v.sent_at as since, v.site_id, v.member_id, null as kind
    from verifications v
    join accounts a on a.id = v.member_id
    where v.kind = 'document' and v.status = 'waiting' and a.status not in ('banned', 'deleted')`,
  // each is sorted by itself, so that the two are merged
  texts: () => sql`(select p.member_id as id, p.about_me_inspection_since as since, p.site_id, p.member_id,
    'about_me' as kind from profiles p
    join accounts a on a.id = p.member_id
    where p.about_me_inspection is not null and a.status not in ('banned', 'deleted') order by since, id)
    union all (select q.id, q.inspection_since as since, a.site_id, q.member_id, 'question' from opening_questions q
    join accounts a on a.id = q.member_id
    where q.inspection_since is not null and a.status not in ('banned', 'deleted') order by since, id)`,
  reviews: () => sql`select id, opened_at as since, site_id, member_id, null as kind
    from reviews where closed_at is null`,
  // one that waits for its sender comes back by itself
  complaints: ({ role }, now) => sql`select id, coalesce(waiting_since, created_at) as since, site_id, member_id,
    case kind when 'ban' then kind else topic end as kind, case topic when 'safety' then 1 else 0 end as urgency
    from complaints where closed_at is null and coalesce(waiting_since, created_at) <= ${now} and (kind <> 'ban' or proven_address is not null)
    and ${complaintsOf(role)}`,
  withdrawals: () => sql`select id, created_at as since, site_id, member_id, null as kind
    from withdrawals
    where outcome = 'recorded' and closed_at is null`,
  // one that names neither a payment nor a member is for staff of all sites
  payments: () => sql`select i.id, i.found_at as since, coalesce(p.site_id, a.site_id) as site_id,
    coalesce(i.member_id, p.member_id) as member_id, i.kind from payment_issues i left join payments p on p.id = i.payment_id left join accounts a on a.id = i.member_id
    where i.closed_at is null`,
  proposals: ({ staffId }) => sql`select id, created_at as since, site_id, member_id, kind from proposals
    where state = 'waiting' and staff_id <> ${staffId}::uuid`,
};

/** The same of the staff member's sites. All that reads a queue begins here. */
const itemsOnSites = (queue: QueueName, staff: Worker, now: Date) =>
  sql`select s.* from (${waitingItems[queue](staff, now)}) s where ${isOnSites(staff.sites, "s.site_id")}`;

/**
 * The same, without what the staff member has passed on to colleagues, and without what is decided, but can still be
 * taken back: that is carried out within seconds, and a job that keeps failing hides it for an hour at most.
 */
const itemsFor = (
  queue: QueueName,
  staff: Worker,
  now: Date,
) => sql`select w.* from (${itemsOnSites(queue, staff, now)}) w
  where not exists (select from staff_handovers h
    where h.queue = ${queue} and h.item = w.id and h.staff_id = ${staff.staffId})
  and not exists (select from held_decisions d
    where d.queue = ${queue} and d.item = w.id and not d.dropped and d.held_at > now() - interval '1 hour')`;

/** The items of `urgentQueues` have a column `urgency`. */
const orderOf = (queue: QueueName) =>
  urgentQueues.includes(queue) ? sql`q.urgency desc, q.since, q.id` : sql`q.since, q.id`;
const urgencyIn = (queue: QueueName) => (urgentQueues.includes(queue) ? sql`q.urgency` : sql`0`);

const maxCounted = 10_000;

export type Taken = { id: string; since: Date; urgency: number };
export type Claim = { queue: QueueName; staff: Worker; now: Date };
/** Until when a claim that is made now holds. */
const endOf = ({ queue, now }: Claim) => new Date(now.getTime() + claimMinutes[queue] * 60_000);

/**
 * `only`: the item that was chosen, and no other; else those behind `after`, and with `had` those before it that are
 * graver, such as a danger that was reported since, without those that were `had`.
 */
type NextItems = {
  after: Taken | null;
  had?: readonly string[] | undefined;
  only?: string | undefined;
  limit: number;
};

/** The first items that no other staff member has claimed, in the queue's order. */
export function dueItems({ queue, staff, now, after, had, only, limit }: Claim & NextItems) {
  const urgency = urgencyIn(queue);
  const older = after && sql`(q.since, q.id) > (${after.since}::timestamptz, ${after.id}::uuid)`;
  const isChosen = only === undefined ? sql`true` : sql`q.id = ${only}`;
  const isNew = after && had ? sql`${urgency} > ${after.urgency} and q.id <> all(${[...had]}::uuid[])` : sql`false`;
  const beyond = after
    ? sql`(${urgency} < ${after.urgency} or (${urgency} = ${after.urgency} and ${older}) or (${isNew}))`
    : sql`true`;
  return sql`select q.id, q.since, ${urgency} as urgency from (${itemsFor(queue, staff, now)}) q
    where ${beyond} and ${isChosen} and not exists (select from staff_claims c
      where c.queue = ${queue} and c.item = q.id and c.staff_id <> ${staff.staffId} and c.until > ${now})
    order by ${orderOf(queue)} limit ${limit}`;
}

/** Returns fewer if other staff claimed some of these items at the same moment. */
export async function claimFirst(db: Db, next: Claim & NextItems): Promise<Taken[]> {
  const { queue, staff, now } = next;
  const { staffId } = staff;
  const { rows } = await sql<Taken>`
    with due as (${dueItems(next)}),
    claimed as (
      insert into staff_claims (queue, item, staff_id, until)
      select ${queue}, id, ${staffId}, ${endOf(next)} from due order by since, id
      on conflict (queue, item) do update set staff_id = excluded.staff_id, until = excluded.until
        where staff_claims.staff_id = excluded.staff_id or staff_claims.until <= ${now}
      returning item)
    select q.id, q.since, q.urgency from due q join claimed on claimed.item = q.id
    order by q.urgency desc, q.since, q.id`.execute(db);
  return rows;
}

export async function deleteOldClaims(db: Db, staffId: string, now: Date): Promise<void> {
  await db.deleteFrom("staff_claims").where("staff_id", "=", staffId).where("until", "<=", now).execute();
}

export async function deleteClaim(db: Db, { queue, staff, item }: Omit<Claim, "now"> & { item: string }) {
  await db
    .deleteFrom("staff_claims")
    .where("queue", "=", queue)
    .where("item", "=", item)
    .where("staff_id", "=", staff.staffId)
    .execute();
}

/** Claims one item, even if no claim is left of it; false if another staff member has claimed it. */
export async function claimOne(db: Db, { item, ...claim }: Claim & { item: string }): Promise<boolean> {
  const { queue, staff, now } = claim;
  const { rows } = await sql`
    insert into staff_claims (queue, item, staff_id, until) values (${queue}, ${item}, ${staff.staffId}, ${endOf(claim)})
    on conflict (queue, item) do update set staff_id = excluded.staff_id, until = excluded.until
      where staff_claims.staff_id = excluded.staff_id or staff_claims.until <= ${now}
    returning item`.execute(db);
  return rows.length > 0;
}

/** Ends the claim on an item; false if another staff member has claimed it. */
export async function settleClaim(db: AnyTrx, { queue, staff, now, item }: Claim & { item: string }): Promise<boolean> {
  const claims = db
    .selectFrom("staff_claims")
    .select(sql<boolean>`staff_id = ${staff.staffId} or until <= ${now}`.as("mine"))
    .where("queue", "=", queue)
    .where("item", "=", item);
  if ((await lockOther(db, claims))?.mine === false) return false;
  await db.deleteFrom("staff_claims").where("queue", "=", queue).where("item", "=", item).execute();
  return true;
}

export type ListFilter = {
  siteIds: readonly number[] | null;
  kind: string | undefined;
  /** Undefined: any. */
  languages: readonly string[] | undefined;
  /** Those that have waited since then at least. */
  before: Date | null;
  sort: (typeof listOrders)[number] | undefined;
  after: Taken | null;
  limit: number;
};

/** The order of a list's rows, and which come behind one of them. */
function listOrder(sort: ListFilter["sort"], after: Taken | null) {
  const start = after ?? { urgency: 0, since: new Date(0), id: "" };
  const place = sql`(${start.since}::timestamptz, ${start.id}::uuid)`;
  const orders = {
    oldest: { by: sql`q.since, q.id`, behind: sql`(q.since, q.id) > ${place}` },
    newest: { by: sql`q.since desc, q.id desc`, behind: sql`(q.since, q.id) < ${place}` },
  };
  const own = {
    by: sql`q.urgency desc, q.since, q.id`,
    behind: sql`(-q.urgency, q.since, q.id) > (${-start.urgency}, ${start.since}::timestamptz, ${start.id}::uuid)`,
  };
  const { by, behind } = sort === undefined ? own : orders[sort];
  return { by, behind: after === null ? sql`true` : behind };
}

export type ListedRow = Taken & {
  site: string | null;
  kind: string | null;
  language: string | null;
  member_id: string | null;
  name: string | null;
  fictional: boolean | null;
  by: string | null;
};

/** The open items of a queue, with the language of the complaint, or of the item's member. */
const listed = (queue: QueueName, staff: Worker, now: Date) => sql`
  select q.id, q.since, ${urgencyIn(queue)} as urgency, q.site_id, q.kind::text as kind, q.member_id,
    coalesce(${queue === "complaints" ? sql`(select language from complaints c where c.id = q.id)` : sql`null`},
      a.language) as language
  from (${itemsFor(queue, staff, now)}) q left join accounts a on a.id = q.member_id`;

/** A page of what waits; `by`: who of the staff has claimed it. */
export async function listItems(db: Db, queue: QueueName, staff: Worker, now: Date, filter: ListFilter) {
  const { siteIds, kind, languages, before, limit } = filter;
  const order = listOrder(filter.sort, filter.after);
  const all = sql`true`;
  const { rows } = await sql<ListedRow>`
    select q.*, s.key as site, p.name, p.fictional, staff.name as by
    from (${listed(queue, staff, now)}) q
      left join sites s on s.id = q.site_id
      left join profiles p on p.member_id = q.member_id
      left join staff_claims c on c.queue = ${queue} and c.item = q.id and c.until > ${now}
      left join staff on staff.id = c.staff_id
    where ${isOnSites(siteIds, "q.site_id")}
      and ${kind === undefined ? all : sql`q.kind = ${kind}`}
      and ${languages === undefined ? all : sql`q.language = any(${[...languages]}::text[])`}
      and ${before === null ? all : sql`q.since <= ${before}`}
      and ${order.behind}
    order by ${order.by} limit ${limit}`.execute(db);
  return rows;
}

/** The kinds and languages of what waits, for the choice of a filter. */
export async function listChoices(db: Db, queue: QueueName, staff: Worker, now: Date) {
  const { rows } = await sql<{ kinds: string[] | null; languages: string[] | null }>`
    select array_agg(distinct kind order by kind) filter (where kind is not null) as kinds,
      array_agg(distinct language order by language) filter (where language is not null) as languages
    from (${listed(queue, staff, now)} limit ${maxCounted}) q`.execute(db);
  return { kinds: rows[0]?.kinds ?? [], languages: rows[0]?.languages ?? [] };
}

type Waiting = { waiting: number; urgent: number; oldest: Date | null };

/** How many items wait, up to 10,000, how many of these are urgent, and since when the oldest one does. */
export async function findWaiting(db: Db, queue: QueueName, staff: Worker, now: Date): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select counted.*, (select since from (${itemsFor(queue, staff, now)}) q order by since limit 1) as oldest
    from (select count(*)::int as waiting, (count(*) filter (where urgency > 0))::int as urgent
      from (select ${urgencyIn(queue)} as urgency from (${itemsFor(queue, staff, now)}) q
        limit ${maxCounted}) items) counted`.execute(db);
  return rows[0] ?? { waiting: 0, urgent: 0, oldest: null };
}

/** Stands for all staff: they decided, proposed or passed on nothing that waits. */
const anyone: Omit<Worker, "sites"> = { staffId: "00000000-0000-0000-0000-000000000000", role: "admin" };

/** How many items wait for any of the staff of these sites, and since when the oldest one does. */
export async function countItems(db: Db, queue: QueueName, sites: StaffSites, now: Date) {
  const { rows } = await sql<Omit<Waiting, "urgent">>`
    select count(*)::int as waiting, min(since) as oldest
    from (${itemsOnSites(queue, { ...anyone, sites }, now)}) q`.execute(db);
  return rows[0] ?? { waiting: 0, oldest: null };
}

export async function isWaitingFor(db: Db, { queue, staff, now, item }: Claim & { item: string }): Promise<boolean> {
  const { rows } = await sql`select from (${itemsFor(queue, staff, now)}) q where q.id = ${item}`.execute(db);
  return rows.length > 0;
}

/** How much of these members waits in the queues whose items a ban ends. */
export async function countEndedByBan(db: Db, members: readonly string[], staff: Worker, now: Date) {
  const counts = queuesEndedByBan.map(
    (queue) => sql`select ${queue}::text as queue, count(*)::int as count
      from (${waitingItems[queue](staff, now)}) q where q.member_id = any(${[...members]}::uuid[])`,
  );
  const { rows } = await sql<EndedByBan[number]>`
    select * from (${sql.join(counts, sql` union all `)}) counted where count > 0`.execute(db);
  return rows;
}

/** Whether a limited staff member may decide on an item: it waits, and is of their sites. */
export async function isOfOwnSites(db: Db, { queue, staff, now, item }: Claim & { item: string }): Promise<boolean> {
  if (staff.sites === null) return true;
  const { rows } = await sql`select from (${itemsOnSites(queue, staff, now)}) q where q.id = ${item}`.execute(db);
  return rows.length > 0;
}

export type NewHandover = { queue: QueueName; item: string; staffId: string; note: string; now: Date };

export async function insertHandover(db: Db, { staffId, now, ...handover }: NewHandover): Promise<void> {
  await db
    .insertInto("staff_handovers")
    .values({ ...handover, staff_id: staffId, created_at: now })
    .execute();
}

/** Who of the staff asked for an opinion on these items, oldest first. */
export async function findHandovers(db: Db, queue: QueueName, items: readonly string[]) {
  return await db
    .selectFrom("staff_handovers as h")
    .innerJoin("staff", "staff.id", "h.staff_id")
    .select(["h.item", "h.note", "h.created_at", "staff.name as by"])
    .where("h.queue", "=", queue)
    .where("h.item", "=", sql<string>`any(${items}::uuid[])`)
    .orderBy("h.created_at")
    .execute();
}

/** Forgets who asked for an opinion on an item, because it is decided. */
export async function deleteHandovers(db: Db, queue: QueueName, item: string): Promise<void> {
  await db.deleteFrom("staff_handovers").where("queue", "=", queue).where("item", "=", item).execute();
}

export async function findWorkers(db: Db, roles: readonly StaffRole[]): Promise<Worker[]> {
  return await db
    .selectFrom("staff")
    .select(["id as staffId", "role", "site_ids as sites"])
    .$narrowType<{ role: StaffRole }>()
    .where("enabled", "=", true)
    .where("role", "in", [...roles])
    .execute();
}

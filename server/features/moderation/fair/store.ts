import { type RawBuilder, sql } from "kysely";
import { fraudGrounds } from "#contract/fraud-warnings.ts";
import type { Db } from "#server/db/pool.ts";
import { type Decided, type Figure, type Found, type StoredDay, type Totals, totals } from "./rules.ts";

/** Days whose decisions the median is of. */
const decisionDays = 90;

/** A site without a row for a day, with what its newest row before says. */
export type Uncounted = { siteId: number; members: number; decided: Decided; totals: Totals };

/** Sites that have no row for a day, nor for a later one: what the newest row says goes on from there. */
export async function findUncounted(db: Db, day: string): Promise<Uncounted[]> {
  const { rows } = await sql<{
    site_id: number;
    members: number | null;
    decision_hours: number | null;
    decided_until: string | null;
    totals: unknown;
  }>`
    select s.id as site_id, f.members, f.decision_hours, f.decided_until::text, f.totals
    from sites s left join lateral (
      select * from fair_days where site_id = s.id order by day desc limit 1) f on true
    where f.day is null or f.day < ${day}::date order by s.id`.execute(db);
  return rows.map((row) => ({
    siteId: row.site_id,
    members: row.members ?? 0,
    decided: { hours: row.decision_hours, until: row.decided_until },
    totals: totals.parse(row.totals ?? {}),
  }));
}

export async function countListed(db: Db, siteIds: readonly number[]) {
  const { rows } = await sql<{ site_id: number; members: number; fictional: number }>`
    select site_id, (count(*) filter (where not fictional))::int as members,
      (count(*) filter (where fictional))::int as fictional
    from profiles where listed and site_id = any(${[...siteIds]}::smallint[]) group by site_id`.execute(db);
  return new Map(rows.map((row) => [row.site_id, row]));
}

/** What to count: a site's figure after the day up to which it is counted; null: from the beginning. */
type Window = { siteId: number; figure: Figure; until: string | null };

type Row = { site_id: number; figure: Figure; count: number; credits: number; people: number };

/** SQL: windows as rows of site_id, figure and since. Days are days in UTC. */
const windowRows = (windows: readonly Window[]) => sql`unnest(
    ${windows.map(({ siteId }) => siteId)}::smallint[], ${windows.map(({ figure }) => figure)}::text[],
    ${windows.map(({ until }) => (until ? `${until}T24:00:00Z` : "-infinity"))}::timestamptz[]
  ) as w (site_id, figure, since)`;

/** SQL: whether a time is after a window's start, and on the day or before. */
const isWithin = (at: RawBuilder<unknown>, day: string) =>
  sql`${at} >= w.since and ${at} < ${`${day}T24:00:00Z`}::timestamptz`;

/** Counts the fewer of authors and recipients. Here and below `offset 0` makes the planner use the index by window. */
const countAnswered = (day: string) => sql`
  select w.site_id, w.figure, count(*)::int as count, 0 as credits,
    least(count(distinct a.author_id), count(distinct a.recipient_id))::int as people
  from w
  join lateral (select author_id, recipient_id from answer_promises where site_id = w.site_id
    and outcome = 'answered' and ${isWithin(sql`ended_at`, day)} offset 0) a on true
  join profiles p on p.member_id = a.author_id and w.figure = 'answered_' || p.gender
  where w.figure in ('answered_male', 'answered_female') group by 1, 2`;

/** Credits that came back, by cause; those of first messages also by the gender of the writer. */
const countGivenBack = (day: string) => sql`
  select w.site_id, w.figure, count(*)::int as count, sum(l.amount)::int as credits,
    count(distinct l.member_id)::int as people
  from w
  join lateral (select cause, amount, member_id from ledger where site_id = w.site_id
    and cause in ('photo_refund', 'no_answer', 'declined', 'fraud')
    and cause = regexp_replace(w.figure, '_(fe)?male$', '') and ${isWithin(sql`created_at`, day)} offset 0) l on true
  join profiles p on p.member_id = l.member_id
    and (w.figure in ('fraud', 'photo_refund') or w.figure = l.cause || '_' || p.gender)
  group by 1, 2`;

const countBans = (day: string) => sql`
  select w.site_id, w.figure, count(*)::int as count, 0 as credits, count(distinct s.member_id)::int as people
  from w
  join statements s on s.site_id = w.site_id and ${isWithin(sql`s.created_at`, day)}
    and s.decision = 'banned' and s.side = 'owner' and s.ground = any(${[...fraudGrounds]})
  where w.figure = 'fraud_bans' group by 1, 2`;

const countWarned = (day: string) => sql`
  select w.site_id, w.figure, count(*)::int as count, 0 as credits, count(distinct f.member_id)::int as people
  from w join fraud_warnings f on f.site_id = w.site_id and ${isWithin(sql`f.warned_at`, day)}
  where w.figure = 'fraud_warned' group by 1, 2`;

/** Counts those declared by members; anyone can declare one for an address that belongs to no account. */
const countWithdrawals = (day: string) => sql`
  select w.site_id, w.figure, count(*)::int as count, 0 as credits, count(distinct d.member_id)::int as people
  from w
  join withdrawals d on d.site_id = w.site_id and d.member_id is not null and ${isWithin(sql`d.created_at`, day)}
  where w.figure = 'withdrawals' group by 1, 2`;

/** Refunds that reached the buyer; those of withdrawals count there. */
const countRefunds = (day: string) => sql`
  select w.site_id, w.figure, count(*)::int as count, 0 as credits, count(distinct p.member_id)::int as people
  from w
  join payments p on p.site_id = w.site_id and p.refunded_minor > 0
  join refunds r on r.payment_id = p.id and r.status = 'completed' and r.reason <> 'withdrawal'
    and ${isWithin(sql`r.completed_at`, day)}
  where w.figure = 'refunds' group by 1, 2`;

/** What is in each window up to the end of a day (UTC); a window with nothing in it has no entry. */
export async function countWindows(
  db: Db,
  windows: readonly Window[],
  day: string,
): Promise<(siteId: number, figure: Figure) => Found | undefined> {
  const countsByKey = new Map<string, Found>();
  const counts = [countAnswered, countGivenBack, countBans, countWarned, countWithdrawals, countRefunds];
  for (const count of counts) {
    const { rows } = await sql<Row>`with w as (select * from ${windowRows(windows)}) ${count(day)}`.execute(db);
    for (const { site_id, figure, ...row } of rows) countsByKey.set(`${site_id} ${figure}`, row);
  }
  return (siteId, figure) => countsByKey.get(`${siteId} ${figure}`);
}

/** The median of the seconds that recent reports took, and how many of them were decided after a site's last day. */
export async function findDecided(db: Db, sites: readonly Uncounted[], day: string) {
  const { rows } = await sql<{ site_id: number; fresh: number; seconds: number | null }>`
    select w.site_id, (count(*) filter (where w.until is null or e.day > w.until))::int as fresh,
      percentile_cont(0.5) within group (order by e.seconds) as seconds
    from unnest(${sites.map(({ siteId }) => siteId)}::smallint[], ${sites.map(({ decided }) => decided.until)}::date[])
      as w (site_id, until)
    join moderation_events e on e.site_id = w.site_id and e.what = 'report_closed'
      and e.day > ${day}::date - ${decisionDays}::int and e.day <= ${day}::date
    group by w.site_id`.execute(db);
  return new Map(rows.map((row) => [row.site_id, row]));
}

export type NewDay = Omit<StoredDay, "decision_hours"> & { siteId: number; decided: Decided };

/** Stores days in one statement; a day that another worker stored meanwhile stays. */
export async function insertDays(db: Db, days: readonly NewDay[]): Promise<void> {
  if (days.length === 0) return;
  await db
    .insertInto("fair_days")
    .values(
      days.map(({ siteId, decided, totals: exact, ...day }) => ({
        ...day,
        site_id: siteId,
        decision_hours: decided.hours,
        decided_until: decided.until,
        totals: JSON.stringify(exact),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A site's days, the oldest first; by month only the last one of each. */
export async function findDays(db: Db, siteId: number, by: "day" | "month"): Promise<StoredDay[]> {
  const each = by === "month" ? sql`distinct on (date_trunc('month', day))` : sql``;
  const order = by === "month" ? sql`date_trunc('month', day), day desc` : sql`day`;
  const { rows } = await sql<StoredDay>`
    select ${each} day::text, members, fictional, answer_days, decision_hours, totals
    from fair_days where site_id = ${siteId} order by ${order}`.execute(db);
  return rows.map((row) => ({ ...row, totals: totals.parse(row.totals) }));
}

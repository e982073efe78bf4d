import { type RawBuilder, sql } from "kysely";
import { fraudGrounds } from "#contract/fraud-warnings.ts";
import type { Db } from "#server/db/pool.ts";
import { type Decided, type Figure, type Found, type StoredDay, type Totals, totals } from "./rules.ts";

/** Days whose decisions the median is of. */
const decisionDays = 90;

/** What the newest row of a site says. */
export type LastDay = Decided & { site_id: number; members: number; totals: Totals };

/** Sites that have no row for a day, nor for a later one: what the newest row says goes on from there. */
export async function findUncounted(db: Db, day: string): Promise<LastDay[]> {
  const { rows } = await sql<LastDay>`
    select s.id as site_id, coalesce(f.members, 0) as members, f.decision_hours, f.decided_until::text,
      coalesce(f.totals, '{}') as totals
    from sites s left join lateral (
      select * from fair_days where site_id = s.id order by day desc limit 1) f on true
    where f.day is null or f.day < ${day}::date order by s.id`.execute(db);
  return rows.map((row) => ({ ...row, totals: totals.parse(row.totals) }));
}

export async function countListedBySite(db: Db, siteIds: readonly number[]) {
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

type Source = {
  /** Rows `e` of the window's site within its time. `offset 0` makes the planner use the index by window. */
  rows: (within: (at: string) => RawBuilder<unknown>) => RawBuilder<unknown>;
  credits?: RawBuilder<unknown>;
  /** How many different people are in it; by default their `member_id` tells. */
  people?: RawBuilder<unknown>;
};

/** Where the events of the figures are. */
const sources: readonly Source[] = [
  {
    rows: (within) => sql`
      lateral (select author_id, recipient_id from answer_promises where site_id = w.site_id and not with_question
        and outcome = 'answered' and ${within("ended_at")} offset 0) e on w.figure like 'answered%male'
      join profiles p on p.member_id = e.author_id and w.figure = 'answered_' || p.gender`,
    // the fewer of authors and recipients
    people: sql`least(count(distinct e.author_id), count(distinct e.recipient_id))`,
  },
  {
    // credits that came back, by cause; those of first messages also by the gender of the writer
    rows: (within) => sql`
      lateral (select cause, amount, member_id, cause_id from ledger where site_id = w.site_id
        and cause in ('photo_refund', 'voice_refund', 'no_answer', 'declined', 'fraud')
        and cause = regexp_replace(w.figure, '_(fe)?male$', '') and ${within("created_at")} offset 0) e on true
      join profiles p on p.member_id = e.member_id and (w.figure in ('fraud', 'photo_refund', 'voice_refund')
        or w.figure = e.cause || '_' || p.gender
          and (select with_question from answer_promises where message_id = e.cause_id) is not true)`,
    credits: sql`sum(e.amount)`,
  },
  {
    // first messages that answer a question, which have an index of their own: on many sites they are few for long
    rows: (within) => sql`
      lateral (select author_id, recipient_id, outcome, credits from answer_promises where site_id = w.site_id
        and with_question and outcome = regexp_replace(w.figure, '_(fe)?male_question$', '')
        and ${within("ended_at")} offset 0) e on w.figure like '%_question'
      join profiles p on p.member_id = e.author_id and w.figure = e.outcome || '_' || p.gender || '_question'`,
    credits: sql`case when w.figure like 'answered%' then 0 else sum(e.credits) end`,
    people: sql`case when w.figure like 'answered%' then least(count(distinct e.author_id), count(distinct e.recipient_id))
      else count(distinct e.author_id) end`,
  },
  {
    rows: (within) => sql`
      statements e on w.figure = 'fraud_bans' and e.site_id = w.site_id and ${within("e.created_at")}
        and e.decision = 'banned' and e.side = 'owner' and e.ground = any(${[...fraudGrounds]})`,
  },
  {
    rows: (within) => sql`
      fraud_warnings e on w.figure = 'fraud_warned' and e.site_id = w.site_id and ${within("e.warned_at")}`,
  },
  {
    // those declared by members; anyone can declare one for an address that belongs to no account
    rows: (within) => sql`
      withdrawals e on w.figure = 'withdrawals' and e.site_id = w.site_id and e.member_id is not null
        and ${within("e.created_at")}`,
  },
  {
    // those that reached the buyer; the refunds of withdrawals count there
    rows: (within) => sql`
      payments e on w.figure = 'refunds' and e.site_id = w.site_id and e.refunded_minor > 0
      join refunds r on r.payment_id = e.id and r.status = 'completed' and r.reason <> 'withdrawal'
        and ${within("r.completed_at")}`,
  },
];

/** What is in each window up to the end of a day (UTC); a window with nothing in it has no entry. */
export async function countWindows(
  db: Db,
  windows: readonly Window[],
  day: string,
): Promise<(siteId: number, figure: Figure) => Found | undefined> {
  const countsByKey = new Map<string, Found>();
  const within = (at: string) => sql`${sql.ref(at)} >= w.since and ${sql.ref(at)} < ${`${day}T24:00:00Z`}::timestamptz`;
  for (const { rows: from, credits = sql`0`, people = sql`count(distinct e.member_id)` } of sources) {
    const { rows } = await sql<Row>`
      select w.site_id, w.figure, count(*)::int as count, ${credits}::int as credits, ${people}::int as people
      from ${windowRows(windows)} join ${from(within)} group by 1, 2`.execute(db);
    for (const { site_id, figure, ...row } of rows) countsByKey.set(`${site_id} ${figure}`, row);
  }
  return (siteId, figure) => countsByKey.get(`${siteId} ${figure}`);
}

/** The median of the seconds that recent reports took, and how many of them were decided after a site's last day. */
export async function findDecided(db: Db, sites: readonly LastDay[], day: string) {
  const { rows } = await sql<{ site_id: number; fresh: number; seconds: number | null }>`
    select w.site_id, (count(*) filter (where w.until is null or e.day > w.until))::int as fresh,
      percentile_cont(0.5) within group (order by e.seconds) as seconds
    from unnest(${sites.map((site) => site.site_id)}::smallint[], ${sites.map((site) => site.decided_until)}::date[])
      as w (site_id, until)
    join moderation_events e on e.site_id = w.site_id and e.what = 'report_closed'
      and e.day > ${day}::date - ${decisionDays}::int and e.day <= ${day}::date
    group by w.site_id`.execute(db);
  return new Map(rows.map((row) => [row.site_id, row]));
}

export type NewDay = StoredDay & LastDay;

/** Stores days in one statement; a day that another worker stored meanwhile stays. */
export async function insertDays(db: Db, days: readonly NewDay[]): Promise<void> {
  if (days.length === 0) return;
  await db
    .insertInto("fair_days")
    .values(days.map((day) => ({ ...day, totals: JSON.stringify(day.totals) })))
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

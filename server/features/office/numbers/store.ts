import { sql } from "kysely";
import type { NumberStep } from "#contract/numbers.ts";
import type { Db } from "#server/db/pool.ts";
import type { KeptRow } from "./rules.ts";

/** Which sites, and since when: `from` is the first day of a step, `by` its length. */
export type CountRange = { siteIds: readonly number[]; from: string; by: NumberStep };

const stepOf = (by: NumberStep, column: string) =>
  sql`to_char(date_trunc(${sql.lit(by)}, ${sql.ref(column)} at time zone 'UTC'), 'YYYY-MM-DD')`;

/** The beginning of a day (UTC). */
const dawn = (day: string) => sql`${`${day}T00:00:00Z`}::timestamptz`;

const anyOf = (siteIds: readonly number[]) => sql`any(${siteIds}::smallint[])`;

/** A profile `alias` that is a member's: neither fictional nor automatic. */
const isMember = (alias: string) => sql`not ${sql.ref(`${alias}.fictional`)} and not ${sql.ref(`${alias}.automatic`)}`;

type StepCount = { step: string; count: number };

/** Signups or confirmations. Indexes: `accounts_signups`, `accounts_confirmations`, and the key of profiles. */
export async function countAccounts(db: Db, { siteIds, from, by }: CountRange, column: "created_at" | "confirmed_at") {
  const { rows } = await sql<StepCount>`
    select ${stepOf(by, `a.${column}`)} as step, count(*)::int as count
    from accounts a join profiles p on p.member_id = a.id
    where a.site_id = ${anyOf(siteIds)} and a.${sql.ref(column)} >= ${dawn(from)} and ${isMember("p")}
    group by step`.execute(db);
  return rows;
}

/** Members by their last visit. No index: it reads the profiles once, by several processes. */
export async function countLastSeen(db: Db, { siteIds, from, by }: CountRange) {
  const { rows } = await sql<StepCount>`
    select ${stepOf(by, "p.last_active_at")} as step, count(*)::int as count
    from profiles p
    where p.site_id = ${anyOf(siteIds)} and p.last_active_at >= ${dawn(from)} and ${isMember("p")}
    group by step`.execute(db);
  return rows;
}

/** Members who were here within the last day, 7 days and 30 days. No index, like `countLastSeen`. */
export async function countActive(db: Db, siteIds: readonly number[], now: Date) {
  const since = (days: number) => sql`p.last_active_at > ${now}::timestamptz - make_interval(days => ${days}::int)`;
  const { rows } = await sql<{ day: number; week: number; month: number }>`
    select (count(*) filter (where ${since(1)}))::int as day, (count(*) filter (where ${since(7)}))::int as week,
      count(*)::int as month
    from profiles p
    where p.site_id = ${anyOf(siteIds)} and ${since(30)} and ${isMember("p")}`.execute(db);
  return rows[0] ?? { day: 0, week: 0, month: 0 };
}

/** Messages that members wrote. Index: `messages_written`; the authors by the key of profiles. */
export async function countMessages(db: Db, { siteIds, from, by }: CountRange) {
  const { rows } = await sql<StepCount>`
    select ${stepOf(by, "m.created_at")} as step, count(*)::int as count
    from messages m join profiles p on p.member_id = m.author_id
    where m.created_at >= ${dawn(from)} and m.author_kind = 'member'
      and p.site_id = ${anyOf(siteIds)} and ${isMember("p")}
    group by step`.execute(db);
  return rows;
}

/** Matches of two members. Index: `matches_made`, and the key of profiles. */
export async function countMatches(db: Db, { siteIds, from, by }: CountRange) {
  const { rows } = await sql<StepCount>`
    select ${stepOf(by, "m.created_at")} as step, count(*)::int as count
    from matches m join profiles a on a.member_id = m.a_id join profiles b on b.member_id = m.b_id
    where m.created_at >= ${dawn(from)} and m.site_id = ${anyOf(siteIds)} and ${isMember("a")} and ${isMember("b")}
    group by step`.execute(db);
  return rows;
}

type StepChats = { step: string; chats: number; answered: number; answer_seconds: number | null };

/** Indexes: `conversations_begun`; for each chat `messages_history`, from its oldest message to the answer. */
export async function countChats(db: Db, { siteIds, from, by }: CountRange) {
  const { rows } = await sql<StepChats>`
    select ${stepOf(by, "c.created_at")} as step, count(*)::int as chats, count(answer.at)::int as answered,
      percentile_cont(0.5) within group (order by extract(epoch from answer.at - c.created_at)) as answer_seconds
    from conversations c
    join profiles a on a.member_id = c.a_id
    join profiles b on b.member_id = c.b_id
    left join lateral (
      select m.created_at as at from messages m
      where m.conversation_id = c.id and m.author_id <> c.started_by
      order by m.created_at, m.id limit 1
    ) answer on true
    where c.created_at >= ${dawn(from)} and c.site_id = ${anyOf(siteIds)} and ${isMember("a")} and ${isMember("b")}
    group by step`.execute(db);
  return rows;
}

/** The sums of receipts and credit notes, by currency. Index: `receipts_issued`. */
export async function countRevenue(db: Db, { siteIds, from, by }: CountRange) {
  const { rows } = await sql<{ from: string; currency: string; paid: number; back: number }>`
    select ${stepOf(by, "r.issued_at")} as "from", r.currency,
      coalesce(sum(r.amount_minor) filter (where r.kind = 'receipt'), 0)::float8 as paid,
      coalesce(sum(r.amount_minor) filter (where r.kind = 'credit_note'), 0)::float8 as back
    from receipts r
    where r.site_id = ${anyOf(siteIds)} and r.issued_at >= ${dawn(from)}
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

/** Members by week of signup and weeks until their last visit. Index: `accounts_signups`, and the key of profiles. */
export async function countKept(db: Db, siteIds: readonly number[], { from, until }: { from: string; until: string }) {
  const { rows } = await sql<KeptRow>`
    select ${stepOf("week", "a.created_at")} as week, count(*)::int as members,
      greatest(0, floor(extract(epoch from p.last_active_at - a.created_at) / 604800))::int as weeks
    from accounts a join profiles p on p.member_id = a.id
    where a.site_id = ${anyOf(siteIds)} and a.created_at >= ${dawn(from)} and a.created_at < ${dawn(until)}
      and ${isMember("p")}
    group by week, weeks`.execute(db);
  return rows;
}

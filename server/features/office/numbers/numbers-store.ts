import { sql } from "kysely";
import type { NumberStep } from "#contract/numbers.ts";
import type { Db } from "#server/db/pool.ts";
import type { KeptRow } from "./rules.ts";

/** Which sites, and since when: `from` is the first day of a step, `by` its length. */
export type CountRange = { siteIds: readonly number[]; from: string; by: NumberStep };

/** SQL: the first day of the step of a time. */
export const firstDayOf = (by: NumberStep, at: string) =>
  sql<string>`to_char(date_trunc(${sql.lit(by)}, ${sql.ref(at)} at time zone 'UTC'), 'YYYY-MM-DD')`;

/** SQL: the rows of sites since the beginning of a day (UTC). */
const isCounted = ({ siteIds, from }: Omit<CountRange, "by">, { site, at }: { site: string; at: string }) =>
  sql`${sql.ref(site)} = any(${siteIds}::smallint[]) and ${sql.ref(at)} >= ${`${from}T00:00:00Z`}::timestamptz`;

/** A profile `alias` that is a member's: neither fictional nor automatic. */
const isMember = (alias: string) => sql`not ${sql.ref(`${alias}.fictional`)} and not ${sql.ref(`${alias}.automatic`)}`;

const signedUp = sql`accounts a join profiles p on p.member_id = a.id and ${isMember("p")}`;
const pairOf = (alias: string) => sql`join profiles a on a.member_id = ${sql.ref(`${alias}.a_id`)} and ${isMember("a")}
  join profiles b on b.member_id = ${sql.ref(`${alias}.b_id`)} and ${isMember("b")}`;

/** What each number counts: rows about members, with their site and time. Most also read the key of profiles. */
const counted = {
  // accounts_signups
  signups: { rows: signedUp, site: "a.site_id", at: "a.created_at" },
  // accounts_confirmations
  confirmations: { rows: signedUp, site: "a.site_id", at: "a.confirmed_at" },
  // no index: it reads the profiles once, by several processes
  last_seen: {
    rows: sql`(select * from profiles p where ${isMember("p")}) p`,
    site: "p.site_id",
    at: "p.last_active_at",
  },
  // messages_written
  messages: {
    rows: sql`messages m join profiles p on p.member_id = m.author_id and m.author_kind = 'member' and ${isMember("p")}`,
    site: "p.site_id",
    at: "m.created_at",
  },
  // matches_made
  matches: { rows: sql`matches m ${pairOf("m")}`, site: "m.site_id", at: "m.created_at" },
};
export type NumberName = keyof typeof counted;
export const numberNames = Object.keys(counted) as NumberName[];

/** How many there are in each step; none has no entry. */
export async function countByStep(db: Db, name: NumberName, range: CountRange): Promise<Map<string, number>> {
  const source = counted[name];
  const { rows } = await sql<{ step: string; count: number }>`
    select ${firstDayOf(range.by, source.at)} as step, count(*)::int as count from ${source.rows}
    where ${isCounted(range, source)} group by step`.execute(db);
  return new Map(rows.map(({ step, count }) => [step, count]));
}

/** Members who were here within the last day, 7 days and 30 days. No index, like `last_seen`. */
export async function countActive(db: Db, siteIds: readonly number[], now: Date) {
  const since = (days: number) => sql`p.last_active_at > ${now}::timestamptz - make_interval(days => ${days}::int)`;
  const { rows } = await sql<{ day: number; week: number; month: number }>`
    select (count(*) filter (where ${since(1)}))::int as day, (count(*) filter (where ${since(7)}))::int as week,
      count(*)::int as month
    from profiles p
    where p.site_id = any(${siteIds}::smallint[]) and ${since(30)} and ${isMember("p")}`.execute(db);
  return rows[0] ?? { day: 0, week: 0, month: 0 };
}

type StepChats = { step: string; chats: number; answered: number; answer_seconds: number | null };

/** Indexes: `conversations_begun`; for each chat `messages_history`, from its oldest message to the answer. */
export async function countChats(db: Db, range: CountRange) {
  const { rows } = await sql<StepChats>`
    select ${firstDayOf(range.by, "c.created_at")} as step, count(*)::int as chats, count(answer.at)::int as answered,
      percentile_cont(0.5) within group (order by extract(epoch from answer.at - c.created_at)) as answer_seconds
    from conversations c ${pairOf("c")}
    left join lateral (
      select m.created_at as at from messages m
      where m.conversation_id = c.id and m.author_id <> c.started_by
      order by m.created_at, m.id limit 1
    ) answer on true
    where ${isCounted(range, { site: "c.site_id", at: "c.created_at" })} group by step`.execute(db);
  return new Map(rows.map(({ step, ...row }) => [step, row]));
}

/** Members by week of signup before a week, and weeks until their last visit. Index: that of `signups`. */
export async function countKept(db: Db, range: { siteIds: readonly number[]; from: string; until: string }) {
  const { rows } = await sql<KeptRow>`
    select ${firstDayOf("week", "a.created_at")} as week, count(*)::int as members,
      greatest(0, floor(extract(epoch from p.last_active_at - a.created_at) / 604800))::int as weeks
    from ${signedUp}
    where ${isCounted(range, counted.signups)} and a.created_at < ${`${range.until}T00:00:00Z`}::timestamptz
    group by week, weeks`.execute(db);
  return rows;
}

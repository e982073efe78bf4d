import { sql } from "kysely";
import { dayMs } from "#contract/durations.ts";
import { ringSeconds, talkLostSeconds } from "#contract/talks.ts";
import { type AnyTrx, type Locked, underLock } from "#server/db/locks.ts";
import { type Db, prepared } from "#server/db/pool.ts";
import type { Ending, TalkRow } from "./rules.ts";

/** The columns of a talk `t` with both its sides, those of the asker `a` and of the asked one `d`. */
const talkColumns = sql`t.id, t.asker_id, t.asked_id, t.site_id, t.asked_at, t.ring_until, t.begun_at, t.ended_at,
  t.ending, t.silent, t.minute_credits, t.minutes_charged,
  (select takes_talks from profiles where member_id = t.asked_id) as taken,
  (select max(muted_until) from profiles where member_id in (t.asker_id, t.asked_id)) as muted_until,
  a.member_id is not null as has_asker, a.page as a_page, a.seen_at as a_seen, a.beating_since as a_since,
  coalesce(a.camera, false) as a_camera, coalesce(a.clear, false) as a_clear,
  d.member_id is not null as has_asked, d.page as d_page, d.seen_at as d_seen, d.beating_since as d_since,
  coalesce(d.camera, false) as d_camera, coalesce(d.clear, false) as d_clear`;

const withSides = sql`talks t
  left join talk_sides a on a.member_id = t.asker_id and a.talk_id = t.id
  left join talk_sides d on d.member_id = t.asked_id and d.talk_id = t.id`;

type SideColumns<P extends "a" | "d"> = Record<`${P}_page`, string | null> &
  Record<`${P}_seen` | `${P}_since`, Date | null> &
  Record<`${P}_camera` | `${P}_clear`, boolean>;
type Flat = Omit<TalkRow, "asker" | "asked"> & { has_asker: boolean; has_asked: boolean } & SideColumns<"a"> &
  SideColumns<"d">;

function toRow(flat: Flat): TalkRow {
  const { has_asker, a_page, a_seen, a_since, a_camera, a_clear, ...others } = flat;
  const { has_asked, d_page, d_seen, d_since, d_camera, d_clear, ...talk } = others;
  const asker = { page: a_page, seen_at: a_seen, beating_since: a_since, camera: a_camera, clear: a_clear };
  const asked = { page: d_page, seen_at: d_seen, beating_since: d_since, camera: d_camera, clear: d_clear };
  return { ...talk, asker: has_asker ? asker : null, asked: has_asked ? asked : null };
}

/** A talk of a member. One that does not ring for the asked one, because they are in another, is none of theirs. */
export async function findTalk(db: Db, memberId: string, id: string): Promise<TalkRow | undefined> {
  const { rows } = await sql<Flat>`
    select ${talkColumns} from ${withSides}
    where t.id = ${id} and (t.asker_id = ${memberId} or t.asked_id = ${memberId} and not t.silent)`.execute(db);
  return rows.map(toRow)[0];
}

/** The talk that a member takes part in, or that rings for them. */
export async function findOpenTalk(db: Db, memberId: string): Promise<TalkRow | undefined> {
  const { rows } = await sql<Flat>`
    select ${talkColumns} from talk_sides mine join ${withSides} on t.id = mine.talk_id
    where mine.member_id = ${memberId}`.execute(db);
  return rows.map(toRow)[0];
}

/** The talk that one member asks another one for; also if it does not ring for the other one. */
export async function findAsking(db: Db, asker: string, asked: string): Promise<TalkRow | undefined> {
  const { rows } = await sql<Flat>`
    select ${talkColumns} from ${withSides}
    where t.asker_id = ${asker} and t.asked_id = ${asked} and t.ended_at is null`.execute(db);
  return rows.map(toRow)[0];
}

/** The open talks of two members. */
export async function findOpenBetween(db: Db, one: string, other: string): Promise<TalkRow[]> {
  const { rows } = await sql<Flat>`
    select ${talkColumns} from ${withSides}
    where (t.asker_id, t.asked_id) in ((${one}, ${other}), (${other}, ${one})) and t.ended_at is null`.execute(db);
  return rows.map(toRow);
}

type NewTalk = { siteId: number; asker: string; asked: string; minuteCredits: number; now: Date };

export async function insertTalk(pair: Locked<"pair">, { siteId, asker, asked, minuteCredits, now }: NewTalk) {
  const { id } = await underLock(pair)
    .insertInto("talks")
    .values({
      site_id: siteId,
      asker_id: asker,
      asked_id: asked,
      asked_at: now,
      ring_until: new Date(now.getTime() + ringSeconds * 1000),
      minute_credits: minuteCredits,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Seats members in a talk, each unless they sit in another; returns those who sit. In one order, so none waits. */
export async function seat(pair: Locked<"pair">, talkId: string, memberIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ member_id: string }>`
    insert into talk_sides (member_id, talk_id)
    select member_id, ${talkId} from unnest(${[...memberIds]}::uuid[]) as member_id order by member_id
    on conflict do nothing returning member_id`.execute(pair);
  return new Set(rows.map((row) => row.member_id));
}

export async function markSilent(pair: Locked<"pair">, id: string): Promise<void> {
  await underLock(pair).updateTable("talks").set({ silent: true }).where("id", "=", id).execute();
}

/** Keeps the session from being ended until the transaction is over; false: it has ended. */
export async function holdSession(db: AnyTrx, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await sql`select from sessions where token_hash = ${tokenHash} for key share`.execute(db);
  return rows.length > 0;
}

export type TalkPlace = { memberId: string; page: string; session: Buffer; now: Date };

/** The page takes its member's side, and what another page of theirs wanted to show is over. */
export async function takeSide(pair: Locked<"pair">, talkId: string, { memberId, page, session, now }: TalkPlace) {
  await pair
    .updateTable("talk_sides")
    .set({ page, session_hash: session, seen_at: now, beating_since: now, camera: false, clear: false })
    .where("member_id", "=", memberId)
    .where("talk_id", "=", talkId)
    .execute();
}

export async function beginTalk(pair: Locked<"pair">, id: string, now: Date): Promise<void> {
  await underLock(pair).updateTable("talks").set({ begun_at: now, silent: false }).where("id", "=", id).execute();
}

/** Ends an open talk, and frees its members for others. */
export async function closeTalk(pair: Locked<"pair">, id: string, ending: Ending, now: Date): Promise<void> {
  await underLock(pair)
    .updateTable("talks")
    .set({ ended_at: now, ending })
    .where("id", "=", id)
    .where("ended_at", "is", null)
    .execute();
  await pair.deleteFrom("talk_sides").where("talk_id", "=", id).execute();
}

type Beat = { memberId: string; page: string; camera: boolean; clear: boolean; since: Date; now: Date };

/** Records what a page says of its side, unless another page has taken it since. */
export async function recordBeat(db: Db, talkId: string, { memberId, page, camera, clear, since, now }: Beat) {
  const updated = await db
    .updateTable("talk_sides")
    .set({ seen_at: now, beating_since: since, camera, clear })
    .where("member_id", "=", memberId)
    .where("talk_id", "=", talkId)
    .where("page", "=", page)
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

export async function setMinutesCharged(pair: Locked<"pair">, id: string, minutes: number): Promise<void> {
  await underLock(pair).updateTable("talks").set({ minutes_charged: minutes }).where("id", "=", id).execute();
}

/** How often one asked the other in the last day since they last talked, and when last. */
export async function countUnanswered(db: Db, asker: string, asked: string, now: Date) {
  const { rows } = await sql<{ count: number; last_at: Date | null; first_at: Date | null }>`
    select count(*)::int as count, max(asked_at) as last_at, min(asked_at) as first_at from talks
    where asker_id = ${asker} and asked_id = ${asked} and begun_at is null
      and asked_at > ${new Date(now.getTime() - dayMs)} and asked_at > coalesce((
        select max(begun_at) from talks
        where asker_id in (${asker}, ${asked}) and asked_id in (${asker}, ${asked})), '-infinity')`.execute(db);
  return rows[0] ?? { count: 0, last_at: null, first_at: null };
}

/** Whether a member can take a call: a person who has not switched that off. */
export async function takesTalks(db: Db, memberId: string): Promise<boolean> {
  const profile = await db
    .selectFrom("profiles")
    .select(sql<boolean>`takes_talks and not fictional and not automatic`.as("takes"))
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  return profile?.takes ?? false;
}

/** Open talks that may have to end: both sides are silent, or a side is gone, or no one took them in time. */
export async function findStale(db: Db, now: Date, limit: number) {
  const silentSince = new Date(now.getTime() - talkLostSeconds * 1000);
  const { rows } = await sql<{ id: string; asker_id: string }>`
    select t.id, t.asker_id from ${withSides}
    where t.ended_at is null and (
      t.begun_at is null and t.ring_until <= ${now} or a.member_id is null or a.seen_at < ${silentSince}
      or t.begun_at is not null and (d.member_id is null or d.seen_at < ${silentSince}))
    limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** When a talk of two members was asked for, and how long it was; null: it did not begin. */
export async function findTalkOf(db: Db, id: string, [one, other]: readonly [string, string], now: Date) {
  const { rows } = await sql<{ at: Date; seconds: number | null }>`
    select asked_at as at, extract(epoch from coalesce(ended_at, ${now}::timestamptz) - begun_at)::int as seconds from talks
    where id = ${id} and asker_id in (${one}, ${other}) and asked_id in (${one}, ${other})`.execute(db);
  return rows[0];
}

/** How many open talks ring and run, and how many ended since for each reason. */
export async function countTalks(db: Db, since: Date) {
  const { rows } = await sql<{ name: string; count: number }>`
    select case when ended_at is not null then ending when begun_at is null then 'ringing' else 'running' end as name,
      count(*)::int as count
    from talks where ended_at is null or asked_at > ${since} and ended_at > ${since} group by 1`.execute(db);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

type OnChat = {
  takes: boolean;
  last: { id: string; asker_id: string; asked_at: string; seconds: number | null } | null;
};

/**
 * Whether a member takes calls, and the last one of the two that is over, since the viewer removed the chat. One that
 * rang for no one any more is over, too.
 */
export async function findTalksOnChat(
  db: Db,
  { viewerId, otherId }: { viewerId: string; otherId: string },
  since: Date | null | undefined,
  now: Date,
): Promise<OnChat> {
  const { rows } = await sql<OnChat>`${prepared}
    select p.takes_talks and not p.fictional and not p.automatic as takes, (
      select jsonb_build_object('id', id, 'asker_id', asker_id,
        'asked_at', to_char(asked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'seconds', round(extract(epoch from ended_at - begun_at)))
      from talks
      where (asker_id, asked_id) in ((${viewerId}, ${otherId}), (${otherId}, ${viewerId}))
        and (ended_at is not null or begun_at is null and ring_until <= ${now})
        and asked_at > coalesce(${since ?? null}::timestamptz, '-infinity')
      order by asked_at desc limit 1
    ) as last
    from profiles p where p.member_id = ${otherId}`.execute(db);
  return rows[0] ?? { takes: false, last: null };
}

import { type RawBuilder, type SqlBool, sql } from "kysely";
import { newDays, onlineMinutes, searchPage, searchRanked, searchTotalCap } from "#contract/constants.ts";
import { dayMs } from "#contract/durations.ts";
import { codedFacts } from "#contract/facts.ts";
import type { SearchQuery } from "#contract/members.ts";
import { explicitInterests } from "#contract/profiles.ts";
import { ageAt } from "#server/ages.ts";
import type { Db } from "#server/db/pool.ts";
import { matchColumns, matchPercentage, type ViewerProfile, wantedAges } from "#server/features/profiles/index.ts";
import { kilometresBetween } from "#server/features/sites/index.ts";
import type { Candidate } from "./rank.ts";
import { relaxations } from "./rules.ts";

/** Who searches, and when; a visitor is null and has a country that they seem to be in. */
export type NaiveContext = { db: Db; siteId: number; viewer: ViewerProfile | null; visitorsCountry: string; now: Date };

type Fact = Candidate & { at: string; created: string };

/** The members who fit, by one statement that follows the specification word for word and knows no index. */
async function findFitting(ctx: NaiveContext, query: SearchQuery): Promise<Fact[]> {
  const { db, siteId, viewer, now } = ctx;
  const conditions: RawBuilder<SqlBool>[] = [
    sql`p.site_id = ${siteId} and a.status = 'active' and not p.invisible and p.sexuality is not null`,
  ];
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const isProgram = sql`(p.fictional or p.automatic)`;
  if (query.gender) conditions.push(sql`p.gender = ${query.gender}`);
  else if (viewer) {
    conditions.push(sql`(p.gender = 'male' and ${viewer.seeks_men} or p.gender = 'female' and ${viewer.seeks_women})`);
  }
  if (viewer) {
    const { member_id: id } = viewer;
    conditions.push(sql`p.member_id <> ${id}`);
    conditions.push(sql`not exists (select from blocks where blocker_id = ${id} and blocked_id = p.member_id
      or blocked_id = ${id} and blocker_id = p.member_id)`);
    conditions.push(sql`not exists (select from hidden_pairs h where h.owner_id = ${id} and h.member_id = p.member_id
      or h.member_id = ${id} and h.owner_id = p.member_id)`);
    conditions.push(sql`not exists (select from member_marks
      where owner_id = ${id} and about_id = p.member_id and hidden)`);
    if (!query.anyone) conditions.push(viewer.gender === "male" ? sql`p.seeks_men` : sql`p.seeks_women`);
    if (viewer.hides_fictional) conditions.push(sql`not p.fictional`);
    if (query.online) conditions.push(sql`p.last_active_at > ${ago(onlineMinutes * 60_000)} and not ${isProgram}`);
    if (query.distance !== undefined && viewer.latitude !== null) {
      conditions.push(sql`earth_distance(ll_to_earth(p.latitude, p.longitude),
        ll_to_earth(${viewer.latitude}, ${viewer.longitude})) <= ${query.distance * 1000}`);
    }
    if (query.sort === "nearest" && viewer.latitude !== null) conditions.push(sql`p.latitude is not null`);
  } else conditions.push(sql`(p.shown_to_visitors or p.fictional)`);
  if (query.country) conditions.push(sql`p.country = ${query.country}`);
  if (query.countryregion) conditions.push(sql`p.region = ${query.countryregion}`);
  const age = sql`extract(year from age((${now}::timestamptz at time zone 'UTC' - interval '12 hours')::date, p.date_of_birth))`;
  if (query.min_age !== undefined) conditions.push(sql`${age} >= ${query.min_age}`);
  if (query.max_age !== undefined) conditions.push(sql`${age} <= ${query.max_age}`);
  if (query.new) conditions.push(sql`p.created_at > ${ago(newDays * dayMs)} and not p.fictional`);
  if (query.photo) conditions.push(sql`ph.status = 'active'`);
  if (query.verified) conditions.push(sql`p.verified_at is not null`);
  if (query.people) conditions.push(sql`not ${isProgram}`);
  if (query.not_fictional) conditions.push(sql`not p.fictional`);
  const codes = query.interests?.filter((code) => viewer !== null || !explicitInterests.includes(code));
  if (codes) conditions.push(sql`p.interests @> ${codes}::text[]`);
  if (viewer) {
    if (query.min_height !== undefined) conditions.push(sql`p.height >= ${query.min_height}`);
    if (query.max_height !== undefined) conditions.push(sql`p.height <= ${query.max_height}`);
    for (const fact of codedFacts) {
      if (query[fact]) conditions.push(sql`${sql.ref(`p.${fact}`)} = any(${query[fact]}::text[])`);
    }
    if (query.languages) conditions.push(sql`p.languages && ${query.languages}::text[]`);
    if (query.goals) conditions.push(sql`p.shows_goals and p.goals && ${query.goals}::text[]`);
  }
  const { rows } = await sql<Fact>`
    select p.member_id, p.last_active_at, p.fictional, p.automatic, ${sql.join(matchColumns.map((name) => sql.ref(`p.${name}`)))},
      (extract(epoch from p.last_active_at) * 1000000)::bigint::text as at,
      (extract(epoch from p.created_at) * 1000000)::bigint::text as created
    from profiles p join accounts a on a.id = p.member_id left join photos ph on ph.id = p.main_photo_id
    where ${sql.join(conditions, sql` and `)}`.execute(db);
  return rows;
}

const compare = <T extends bigint | number | string>(a: T, b: T) => (a < b ? -1 : Number(a > b));
const lastFirst = (key: "at" | "created") => (a: Fact, b: Fact) =>
  compare(BigInt(b[key]), BigInt(a[key])) || compare(b.member_id, a.member_id);

function kilometresTo({ viewer }: NaiveContext, { latitude, longitude }: Fact): number {
  if (viewer?.latitude == null || viewer.longitude === null || latitude === null || longitude === null) {
    return Number.POSITIVE_INFINITY;
  }
  return kilometresBetween({ latitude: viewer.latitude, longitude: viewer.longitude }, { latitude, longitude });
}

const isProgram = ({ fictional, automatic }: Fact) => fictional || automatic;
/** R11.06: in no order does a program stand before a person. */
const peopleFirst = (a: Fact, b: Fact) => Number(isProgram(a)) - Number(isProgram(b));

/** In the order "nearest" programs stand behind all people, as if they lived further than any of them. */
const standing = (ctx: NaiveContext, fact: Fact) => kilometresTo(ctx, fact) + (isProgram(fact) ? 40_000 : 0);

/** The points of the order "for you" (decision 0107). */
function scoreOf(ctx: NaiveContext, fact: Fact): number {
  const away = kilometresTo(ctx, fact);
  const home = ctx.viewer ? ctx.viewer.country : ctx.visitorsCountry;
  const living = away <= 50 ? 8 : away <= 100 ? 7 : fact.country === home ? 5 : 0;
  const lately = fact.last_active_at.getTime() > ctx.now.getTime() - 30 * dayMs;
  return living + (lately ? 4 : 0) + (isProgram(fact) ? 0 : 16);
}

/** The order "for you": by points, and the first 120 ranked for their viewer. */
async function orderForYou(ctx: NaiveContext, facts: readonly Fact[]): Promise<Fact[]> {
  const { db, viewer, now } = ctx;
  const scored = facts
    .map((fact) => ({ fact, score: scoreOf(ctx, fact) }))
    .sort((a, b) => b.score - a.score || lastFirst("at")(a.fact, b.fact));
  if (!viewer) return scored.map(({ fact }) => fact);
  const partners = await db
    .selectFrom("conversation_members")
    .select("other_id")
    .where("member_id", "=", viewer.member_id)
    .execute();
  const chats = new Set(partners.map(({ other_id }) => other_id));
  const ages = wantedAges(viewer, ageAt(viewer.date_of_birth, now));
  const front = scored.slice(0, 120).map((member) => {
    const age = ageAt(member.fact.date_of_birth, now);
    return {
      ...member,
      isNew: !isProgram(member.fact) && !chats.has(member.fact.member_id),
      isOfAge: age >= ages.min && age <= ages.max,
      percentage: percentageOf(viewer, member.fact, now),
    };
  });
  front.sort(
    (a, b) =>
      Number(b.isNew) - Number(a.isNew) ||
      b.score - a.score ||
      Number(b.isOfAge) - Number(a.isOfAge) ||
      b.percentage - a.percentage ||
      lastFirst("at")(a.fact, b.fact),
  );
  return [...front, ...scored.slice(120)].map(({ fact }) => fact);
}

const percentageOf = (viewer: ViewerProfile, fact: Fact, now: Date) =>
  fact.fictional ? -1 : matchPercentage(viewer, fact, now);

/** The best match: all if few fit, else the 1,000 people who were active last, then programs, no fictional profiles. */
function orderByMatch(viewer: ViewerProfile, facts: readonly Fact[], now: Date): Fact[] {
  const members = facts.filter(({ fictional }) => !fictional);
  const ranked =
    members.length <= searchRanked
      ? facts
      : members.toSorted((a, b) => peopleFirst(a, b) || lastFirst("at")(a, b)).slice(0, searchRanked);
  return ranked
    .map((fact) => ({ fact, percentage: percentageOf(viewer, fact, now) }))
    .sort(
      (a, b) =>
        peopleFirst(a.fact, b.fact) || b.percentage - a.percentage || compare(a.fact.member_id, b.fact.member_id),
    )
    .map(({ fact }) => fact);
}

/** `kilometres` is set in the order "nearest", in which members of about the same distance may stand in any order. */
export type NaiveMember = { id: string; kilometres: number | null };
type Naive = {
  members: NaiveMember[];
  total: { count: number; capped: boolean };
  ranked: number | null;
};

/** What a search must answer on all its pages together. */
export async function naiveSearch(ctx: NaiveContext, query: SearchQuery): Promise<Naive> {
  const facts = await findFitting(ctx, query);
  const { viewer, now } = ctx;
  const { sort = "for_you" } = query;
  const count = facts.filter(({ fictional }) => !fictional).length;
  const isNearest = sort === "nearest" && viewer?.latitude != null;
  const isBest = sort === "best" && viewer !== null;
  const latest = lastFirst(sort === "newest" ? "created" : "at");
  let ordered = facts.toSorted((a, b) => peopleFirst(a, b) || latest(a, b));
  if (sort === "for_you") ordered = await orderForYou(ctx, facts);
  if (isBest) ordered = orderByMatch(viewer, facts, now);
  if (isNearest) ordered.sort((a, b) => standing(ctx, a) - standing(ctx, b));
  return {
    members: ordered.map((fact) => ({
      id: fact.member_id,
      kilometres: isNearest ? standing(ctx, fact) : null,
    })),
    total: { count: Math.min(count, searchTotalCap), capped: count > searchTotalCap },
    ranked: isBest && count > searchRanked ? searchRanked : null,
  };
}

/** The similar members that the first page of a search must answer if it is not full. */
export async function naiveSimilar(
  ctx: NaiveContext,
  query: SearchQuery,
  found: readonly NaiveMember[],
): Promise<(NaiveMember & { relaxed: string })[]> {
  if (found.length >= searchPage) return [];
  const seen = new Set(found.map(({ id }) => id));
  const similar: (NaiveMember & { relaxed: string })[] = [];
  for (const relaxation of relaxations(query)) {
    const { members } = await naiveSearch(ctx, relaxation.query);
    for (const member of members.filter(({ id }) => !seen.has(id)).slice(0, searchPage - seen.size)) {
      seen.add(member.id);
      similar.push({ ...member, relaxed: relaxation.relaxed });
    }
  }
  return similar;
}

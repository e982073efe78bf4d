import { sql } from "kysely";
import { type Db, prepared } from "#server/db/pool.ts";
import type { Edge } from "./cursor.ts";
import { centre, chordLength } from "./earth.ts";
import { fits, fitsExceptGender, timestampFromMicroseconds } from "./fits.ts";
import type { FoundRow } from "./gather.ts";
import { cellsAround, type Filter } from "./rules.ts";
import {
  aroundKilometres,
  isProgram,
  type Place,
  type Ring,
  rankValue,
  readRankValue,
  type Step,
  stepsOf,
} from "./score.ts";

/**
 * A step, and the part of it to read. `after`: begin after the member with this id, who was last active at this time;
 * null: at its start. `until`: end with those who were last active at this time; null: at its end.
 */
type Stretch = Step & { after: { at: string; id: string } | null; until: string | null };

/** Which part of the order to read: after a cursor, until a member and with them, and how many at most. */
type Part = { after?: Edge | null; until?: Edge | null; limit?: number };

/** More than come back while a viewer pages. */
const mostWalked = 2_000;
/** Greater than or equal to every id. */
const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** The steps of a part. */
function stretchesOf(filter: Filter, { after = null, until = null }: Part): Stretch[] {
  const first = after && readRankValue(after.value);
  const last = until && readRankValue(until.value);
  return stepsOf(filter)
    .filter(({ score }) => (!first || score <= first.score) && (!last || score >= last.score))
    .map((step) => ({
      ...step,
      after: after && step.score === first?.score ? { at: first.microseconds, id: after.id } : null,
      until: step.score === last?.score ? last.microseconds : null,
    }));
}

/** The times of last activity at which a stretch begins and ends. */
function timeBounds({ lately, after, until }: Stretch, filter: Filter) {
  const first = lately ? sql`'infinity'::timestamptz` : sql`${filter.lately}::timestamptz`;
  const last = lately ? sql`${filter.lately}::timestamptz` : sql`'-infinity'::timestamptz`;
  return {
    until: after ? timestampFromMicroseconds(after.at) : first,
    untilId: sql`${after?.id ?? lastId}::uuid`,
    since: until ? sql`${timestampFromMicroseconds(until)} - interval '1 microsecond'` : last,
  };
}

/** The condition for the people, or the programs, of a stretch. */
const isOf = (stretch: Stretch | undefined) => (stretch?.person ? sql`not ${isProgram}` : isProgram);

type RingStretch = Stretch & { place: Ring };
const isRing = (stretch: Stretch): stretch is RingStretch => typeof stretch.place !== "string";

/**
 * A page in the order "for you", for searches with too many results to sort. It reads step by step until the page is
 * full. Adjacent rings, both of people or both of programs, are one statement, which reads the second ring only if the
 * first has not filled the page.
 */
export async function walkSteps(db: Db, filter: Filter, part: Part): Promise<FoundRow[]> {
  const { until = null, limit = mostWalked } = part;
  const rows: FoundRow[] = [];
  let rings: RingStretch[] = [];
  const walkCollectedRings = async () => {
    if (rings.length > 0 && rows.length < limit)
      rows.push(...(await walkRings(db, filter, rings, limit - rows.length)));
    rings = [];
  };
  for (const stretch of stretchesOf(filter, part)) {
    if (rings.some(({ person }) => person !== stretch.person)) await walkCollectedRings();
    if (isRing(stretch)) {
      rings.push(stretch);
      continue;
    }
    await walkCollectedRings();
    if (rows.length < limit) rows.push(...(await walkStretch(db, filter, stretch, limit - rows.length)));
  }
  await walkCollectedRings();
  return until ? rows.filter((row) => !isBehind(row, until)) : rows;
}

/** Whether a row comes after this one, of the same moment or later. */
function isBehind({ value, member_id }: FoundRow, { value: last, id }: Edge): boolean {
  return BigInt(value) < BigInt(last) || (BigInt(value) === BigInt(last) && member_id < id);
}

/**
 * Whether a search has only common filters. Such searches use few different statements, always with the same plan, so
 * these are prepared once per connection: planning would be half of their cost.
 */
function isUsual({ region, distance, activeAfter, joinedAfter, withPhoto, interests }: Filter): boolean {
  return !region && !distance && !activeAfter && !joinedAfter && !withPhoto && interests.length === 0;
}

/** Walks the rings cell by cell of the map, each cell from the last active member on. */
async function walkRings(db: Db, filter: Filter, rings: readonly RingStretch[], limit: number): Promise<FoundRow[]> {
  const { homePoint } = filter;
  if (!homePoint) return [];
  const cells = rings.flatMap(({ place, score }) => cellsAround(homePoint, place).map((cell) => ({ ...cell, score })));
  const steps = rings.map((stretch) => {
    const { since, until, untilId } = timeBounds(stretch, filter);
    const { beyond, within } = stretch.place;
    const nearest = beyond < 0 ? sql`-1::float8` : chordLength(beyond);
    return sql`(${sql.lit(stretch.score)}, ${nearest}, ${chordLength(within)}, ${since}, ${until}, ${untilId})`;
  });
  const { rows } = await sql<FoundRow>`${isUsual(filter) ? prepared : sql``}
    select member_id, value::text from (
      select found.member_id, ${rankValue(sql.ref("step.score"))} as value
      from (values ${sql.join(steps)}) as step (score, beyond, within, since, until, until_id)
        cross join lateral (
          select of_cell.member_id, of_cell.last_active_at
          from unnest(${cells.map((cell) => cell.latitude)}::smallint[], ${cells.map((cell) => cell.longitude)}::smallint[],
              ${cells.map((cell) => cell.score)}::int[]) as cell (latitude, longitude, score)
            cross join unnest(${filter.genders}::text[]) as wanted (gender)
            cross join lateral (
              select member_id, last_active_at from profiles
              where ${fitsExceptGender(filter)} and gender = wanted.gender and ${isOf(rings[0])}
                and latitude_band = cell.latitude and longitude_band = cell.longitude
                and last_active_at > step.since and (last_active_at, member_id) < (step.until, step.until_id)
                and place <-> ${centre(filter)} > step.beyond and place <-> ${centre(filter)} <= step.within
              order by last_active_at desc, member_id desc limit ${limit}
            ) as of_cell
          where cell.score = step.score
          order by last_active_at desc, member_id desc limit ${limit}
        ) as found
      limit ${limit}
    ) as page order by page.value desc, member_id desc`.execute(db);
  return rows;
}

function livesAt(place: Place, filter: Filter) {
  const beyondRings = filter.homePoint
    ? sql`and (place is null or place <-> ${centre(filter)} > ${chordLength(aroundKilometres)})`
    : sql``;
  if (place === "country") return sql`country = ${filter.homeCountry} ${beyondRings}`;
  return filter.homeCountry === null ? sql`true ${beyondRings}` : sql`country <> ${filter.homeCountry} ${beyondRings}`;
}

/** Walks the members of a country, or of all others, from the last active on. */
async function walkStretch(db: Db, filter: Filter, stretch: Stretch, limit: number): Promise<FoundRow[]> {
  const { since, until, untilId } = timeBounds(stretch, filter);
  const { rows } = await sql<FoundRow>`
    select member_id, ${rankValue(sql.lit(stretch.score))}::text as value from profiles
    where ${fits(filter)} and ${livesAt(stretch.place, filter)} and ${isOf(stretch)}
      and last_active_at > ${since} and (last_active_at, member_id) < (${until}, ${untilId})
    order by last_active_at desc, member_id desc limit ${limit}`.execute(db);
  return rows;
}

import { type RawBuilder, sql } from "kysely";
import type { Db } from "#server/db/pool.ts";
import { defineStatement, given } from "#server/db/statement.ts";
import { packedNames } from "#server/features/profiles/index.ts";
import { fits, fitsExceptGender, hasOnePlan, isProgram, type Shape, shapeOf } from "./conditions.ts";
import { centre, chordLength, chordOfFilter, plainCentre } from "./earth.ts";
import { type Facts, factColumns } from "./facts.ts";
import { cellsAround } from "./map-cells.ts";
import {
  type FoundRow,
  limitOfPart,
  type Part,
  type PartInput,
  type PartShape,
  programsMetres,
  shapeOfPart,
} from "./order.ts";
import type { Filter } from "./rules.ts";
import {
  aroundKilometres,
  homeCountry,
  momentColumn,
  type Nearness,
  type Ring,
  rankValue,
  readRankValue,
  type Step,
  stepsOf,
} from "./score.ts";

const isOf = (person: boolean) => (person ? sql`not ${isProgram}` : isProgram);

const afterDistance = given<PartInput>(({ after }) => after?.value);
const afterId = given<PartInput>(({ after }) => after?.id);

/** The nearest people, or programs, town by town. All of a town have its distance, and are ordered by their ids. */
const townsStatement = defineStatement<PartInput, Shape & PartShape & { person: boolean }, FoundRow>(
  (shape) => {
    // The index of the towns gives them by their distance alone: added metres in its order would sort all towns.
    const distance = sql`ll_to_earth(latitude, longitude) <-> ${plainCentre}`;
    const value = shape.person ? distance : sql`(${distance}) + ${sql.lit(programsMetres)}`;
    const towns = [
      sql`true`,
      ...(shape.country ? [sql`country = ${given<Filter>(({ country }) => country)}`] : []),
      ...(shape.region ? [sql`region = ${given<Filter>(({ region }) => region)}`] : []),
      // a town's members are placed at the middle of its square kilometre
      ...(shape.circle === "none" ? [] : [sql`${distance} <= ${chordOfFilter(1)}`]),
      ...(shape.after ? [sql`${value} >= ${afterDistance}::float8`] : []),
    ];
    const next = shape.after
      ? sql`and (town.distance, member_id) > (${afterDistance}::float8, ${afterId}::uuid)`
      : sql``;
    return sql`select found.member_id, town.distance::text as value
    from (select id, ${value} as distance from cities where ${sql.join(towns, sql` and `)}) as town
      cross join lateral (
        select member_id from profiles where ${fits(shape)} and ${isOf(shape.person)} and city_id = town.id ${next}
        order by member_id limit ${limitOfPart}
      ) as found
    order by town.distance, found.member_id limit ${limitOfPart}`;
  },
  () => false,
);

/** A step of an order and the moments between which to read it, as text; `untilId` is the first member's. */
type Stretch = Step & { since: string; until: string; untilId: string };
type RingStretch = Stretch & { place: Ring };
const isRing = (stretch: Stretch): stretch is RingStretch => typeof stretch.place !== "string";

/** Greater than or equal to every id. */
const lastId = "ffffffff-ffff-ffff-ffff-ffffffffffff";

/** A moment as text, from microseconds since 1970. */
function timestampText(microseconds: string): string {
  const digits = microseconds.padStart(4, "0");
  const milliseconds = new Date(Number(digits.slice(0, -3))).toISOString().replace("Z", "");
  return `${milliseconds}${digits.slice(-3)}Z`;
}

/** The moment just before this one, so that `>` includes it; a front that holds all who fit ends at 0. */
const justBefore = (microseconds: string) =>
  Number(microseconds) === 0 ? "-infinity" : timestampText(String(Number(microseconds) - 1));

function stretchesOf(filter: Filter, { after, until }: Part): Stretch[] {
  const first = after && readRankValue(after.value);
  const last = until && readRankValue(until.value);
  const lately = filter.lately.toISOString();
  return stepsOf(filter)
    .filter(({ score }) => (!first || score <= first.score) && (!last || score >= last.score))
    .map((step) => {
      const isFirst = after !== null && step.score === first?.score;
      return {
        ...step,
        until: isFirst ? timestampText(first.microseconds) : step.lately === false ? lately : "infinity",
        untilId: isFirst ? after.id : lastId,
        since: step.score === last?.score ? justBefore(last.microseconds) : step.lately ? lately : "-infinity",
      };
    });
}

type RingsInput = PartInput & { rings: RingStretch[] };
type RingsShape = Shape & { person: boolean; rings: { score: number; place: Ring }[] };
type CellColumn = "latitude" | "longitude" | "score";

const cellColumn = (column: CellColumn) =>
  given<RingsInput>(({ rings, homePoint }) =>
    homePoint
      ? rings.flatMap(({ place, score }) => cellsAround(homePoint, place).map((cell) => ({ ...cell, score })[column]))
      : [],
  );

/** Cell by cell, each from the last active member on. The second ring is read only if the first is not enough. */
const ringsStatement = defineStatement<RingsInput, RingsShape, FoundRow>((shape) => {
  const steps = shape.rings.map(({ score, place: { beyond, within } }, index) => {
    const ofRing = (name: "since" | "until" | "untilId") => given<RingsInput>(({ rings }) => rings[index]?.[name]);
    return sql`(${sql.lit(score)}, ${beyond < 0 ? sql`-1::float8` : chordLength(beyond)}, ${chordLength(within)},
      ${ofRing("since")}::timestamptz, ${ofRing("until")}::timestamptz, ${ofRing("untilId")}::uuid)`;
  });
  const genders = given<Filter>((filter) => filter.genders);
  return sql`select member_id, value::text from (
      select found.member_id, ${rankValue(sql.ref("step.score"), sql.ref("last_active_at"))} as value
      from (values ${sql.join(steps)}) as step (score, beyond, within, since, until, until_id)
        cross join lateral (
          select of_cell.member_id, of_cell.last_active_at
          from unnest(${cellColumn("latitude")}::smallint[], ${cellColumn("longitude")}::smallint[],
              ${cellColumn("score")}::int[]) as cell (latitude, longitude, score)
            cross join unnest(${genders}::text[]) as wanted (gender)
            cross join lateral (
              select member_id, last_active_at from profiles
              where ${fitsExceptGender(shape)} and gender = wanted.gender and ${isOf(shape.person)}
                and latitude_band = cell.latitude and longitude_band = cell.longitude
                and last_active_at > step.since and (last_active_at, member_id) < (step.until, step.until_id)
                and place <-> ${centre} > step.beyond and place <-> ${centre} <= step.within
              order by last_active_at desc, member_id desc limit ${limitOfPart}
            ) as of_cell
          where cell.score = step.score
          order by last_active_at desc, member_id desc limit ${limitOfPart}
        ) as found
      limit ${limitOfPart}
    ) as page order by page.value desc, member_id desc`;
}, isUsual);

type StretchInput = PartInput & { stretch: Stretch };
type StretchShape = Shape & { score: number; person: boolean; place: Exclude<Nearness, Ring>; facts: boolean };

/**
 * Walks the members of the home country, or of all others, or all, from the latest moment on. Facts are computed of the
 * found members alone: if the planner sorts all who fit, it would compute them of each.
 */
const stretchStatement = defineStatement<StretchInput, StretchShape, Facts>(
  (shape) => {
    const of = (name: "since" | "until" | "untilId") => given<StretchInput>(({ stretch }) => stretch[name]);
    const moment = momentColumn(shape);
    const conditions = [fits(shape), ...livesIn(shape), isOf(shape.person)];
    const page = sql`select member_id, ${moment} as moment${shape.facts ? sql`, fictional, ${packedNames}` : sql``}
      from profiles where ${sql.join(conditions, sql` and `)}
        and ${moment} > ${of("since")}::timestamptz
        and (${moment}, member_id) < (${of("until")}::timestamptz, ${of("untilId")}::uuid)
      order by ${moment} desc, member_id desc limit ${limitOfPart}`;
    return sql`select ${shape.facts ? factColumns : sql`member_id`},
        ${rankValue(sql.lit(shape.score), sql.ref("moment"))}::text as value
      from (${page}) as page order by moment desc, member_id desc`;
  },
  () => false,
);

function livesIn({ place, hasHome, hasHomeCountry }: StretchShape): RawBuilder<unknown>[] {
  if (place === "anywhere") return [];
  const isHome = place === "country" ? sql`country = ${homeCountry}` : sql`country <> ${homeCountry}`;
  const beyondRings = sql`(place is null or place <-> ${centre} > ${chordLength(aroundKilometres)})`;
  return [...(hasHomeCountry ? [isHome] : []), ...(hasHome ? [beyondRings] : [])];
}

/** Such searches use few statements, each with one plan, so these are prepared: planning would be half the cost. */
function isUsual(shape: Shape): boolean {
  return hasOnePlan(shape) && !shape.region && !shape.photo;
}

/** Adjacent rings, both of people or both of programs, are one group; every other step is a group of its own. */
function groupSteps(stretches: readonly Stretch[]): (RingStretch[] | Stretch)[] {
  const groups: (RingStretch[] | Stretch)[] = [];
  for (const stretch of stretches) {
    const last = groups.at(-1);
    if (!isRing(stretch)) groups.push(stretch);
    else if (Array.isArray(last) && last[0]?.person === stretch.person) last.push(stretch);
    else groups.push([stretch]);
  }
  return groups;
}

async function walkStretch(db: Db, filter: Filter, { stretch, ...part }: Part & { stretch: Stretch }, facts: boolean) {
  const { score, person } = stretch;
  const place = typeof stretch.place === "string" ? stretch.place : "elsewhere";
  const shape = { ...shapeOf(filter), score, person, place, facts };
  return await stretchStatement.run(db, shape, { ...filter, ...part, stretch });
}

/** Walks the steps of an order, each from the latest moment on, until the part is full. */
async function* walkSteps(db: Db, filter: Filter, part: Part): AsyncGenerator<FoundRow[]> {
  const shape = shapeOf(filter);
  let { limit } = part;
  for (const group of groupSteps(stretchesOf(filter, part))) {
    if (limit <= 0) return;
    const rows = Array.isArray(group)
      ? await walkRings(group)
      : await walkStretch(db, filter, { ...part, limit, stretch: group }, false);
    limit -= rows.length;
    yield rows;
  }

  async function walkRings(rings: RingStretch[]) {
    const shapes = rings.map(({ score, place }) => ({ score, place }));
    const person = rings[0]?.person ?? true;
    return await ringsStatement.run(db, { ...shape, person, rings: shapes }, { ...filter, ...part, limit, rings });
  }
}

const isBehind = ({ value, member_id }: FoundRow, { value: last, id }: { value: string; id: string }) =>
  BigInt(value) < BigInt(last) || (value === last && member_id < id);

const upTo = <Row extends FoundRow>(rows: readonly Row[], { until }: Part) =>
  rows.filter((row) => until === null || !isBehind(row, until));

/** Reads a part of the order "last active" with the facts that rank its members, by walking its index. */
export async function walkFacts(db: Db, filter: Filter, part: Part): Promise<Facts[]> {
  const rows: Facts[] = [];
  for (const stretch of stretchesOf(filter, part)) {
    const limit = part.limit - rows.length;
    if (limit > 0) rows.push(...(await walkStretch(db, filter, { ...part, limit, stretch }, true)));
  }
  return upTo(rows, part);
}

async function walkTowns(db: Db, filter: Filter, part: Part): Promise<FoundRow[]> {
  const shape = { ...shapeOf(filter), ...shapeOfPart(part) };
  const people = await townsStatement.run(db, { ...shape, person: true }, { ...filter, ...part });
  if (people.length === part.limit || filter.withoutPrograms) return people;
  const limit = part.limit - people.length;
  return [...people, ...(await townsStatement.run(db, { ...shape, person: false }, { ...filter, ...part, limit }))];
}

export async function walk(db: Db, filter: Filter, part: Part): Promise<FoundRow[]> {
  if (filter.sort === "nearest") return await walkTowns(db, filter, part);
  const rows: FoundRow[] = [];
  for await (const some of walkSteps(db, filter, part)) rows.push(...some);
  return upTo(rows, part);
}

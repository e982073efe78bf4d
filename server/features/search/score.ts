import { type Expression, sql } from "kysely";
import { given } from "#server/db/statement.ts";
import { isProgram, type Shape } from "./conditions.ts";
import { centre, chordLength } from "./earth.ts";
import type { Filter } from "./rules.ts";

/**
 * D4.3, decision 0107: points for being a person, for how near a member lives, for recent activity. All sums differ, so
 * each is a step: a query can walk an index of its members, from the last active one on.
 */
const points = { person: 16, near: 8, around: 7, country: 5, elsewhere: 0, lately: 4 } as const;

/** Kilometres up to which a member lives near the viewer, and around them. */
export const nearKilometres = 50;
export const aroundKilometres = 100;

/** Distances in kilometres, `beyond` exclusive. */
export type Ring = { beyond: number; within: number };
export type Nearness = Ring | "country" | "elsewhere" | "anywhere";
/** The members of one score: people or programs, where they live, and whether they were recently active; null: both. */
export type Step = { score: number; person: boolean; place: Nearness; lately: boolean | null };

const places: readonly { place: Nearness; points: number }[] = [
  { place: { beyond: -1, within: nearKilometres }, points: points.near },
  { place: { beyond: nearKilometres, within: aroundKilometres }, points: points.around },
  { place: "country", points: points.country },
  { place: "elsewhere", points: points.elsewhere },
];

const steps: readonly Step[] = [true, false]
  .flatMap((person) =>
    places.flatMap(({ place, points: placePoints }) =>
      [true, false].map((lately) => ({
        score: (person ? points.person : 0) + placePoints + (lately ? points.lately : 0),
        ...{ person, place, lately },
      })),
    ),
  )
  .sort((a, b) => b.score - a.score);

/** The orders of a moment, "last active" and "newest": programs stand behind all people (R11.06). */
const scoreOfMoment = (person: boolean) => (person ? points.person : 1);
const stepsOfMoment = [true, false].map((person): Step => {
  return { score: scoreOfMoment(person), person, place: "anywhere", lately: null };
});

/** Whether it is a person's: the score of a row of "for you" or of an order of a moment. */
export const isPersonScore = (score: number) => score >= points.person;

function canHoldMembers(place: Nearness, { homePoint, distance, country, homeCountry }: Filter): boolean {
  if (place === "anywhere") return true;
  if (typeof place !== "string") return homePoint !== null && (distance === undefined || distance > place.beyond);
  if (distance !== undefined && distance <= aroundKilometres) return false;
  if (place === "country") return homeCountry !== null && (country === undefined || country === homeCountry);
  return homeCountry === null || country !== homeCountry;
}

/** The steps that members who fit the filter can be on, the highest score first. */
export function stepsOf(filter: Filter): Step[] {
  const all = filter.sort === "for_you" ? steps : stepsOfMoment;
  return all.filter(
    ({ person, place, lately }) =>
      canHoldMembers(place, filter) &&
      (lately !== false || filter.activeAfter === undefined) &&
      (person || !filter.withoutPrograms),
  );
}

export const homeCountry = given<Filter>((filter) => filter.homeCountry);
export const latelyStart = given<Filter>((filter) => filter.lately);

/** A member's score, from the columns of `profiles`; if the viewer's home is unknown, no place gives points. */
function scoreOf({ hasHome, hasHomeCountry }: Shape): Expression<number> {
  const living = [
    ...(hasHome ? [sql`when place <-> ${centre} <= ${chordLength(nearKilometres)} then ${sql.lit(points.near)}`] : []),
    ...(hasHome
      ? [sql`when place <-> ${centre} <= ${chordLength(aroundKilometres)} then ${sql.lit(points.around)}`]
      : []),
    ...(hasHomeCountry ? [sql`when country = ${homeCountry} then ${sql.lit(points.country)}`] : []),
  ];
  const place = living.length === 0 ? sql`0` : sql`case ${sql.join(living, sql` `)} else 0 end`;
  return sql<number>`(${place} + case when last_active_at > ${latelyStart} then ${sql.lit(points.lately)} else 0 end
    + case when ${isProgram} then 0 else ${sql.lit(points.person)} end)`;
}

const unitDigits = 16;
/** Greater than any time in microseconds up to the year 2286. */
const scoreUnit = 10n ** BigInt(unitDigits);

/** The moment that decides within a score. */
export const momentColumn = ({ sort }: Pick<Shape, "sort">) =>
  sql.ref(sort === "newest" ? "created_at" : "last_active_at");

/** The score, then the moment, of a row of `profiles`. */
export function rankValueOf(shape: Shape): Expression<string> {
  const [person, program] = [sql.lit(scoreOfMoment(true)), sql.lit(scoreOfMoment(false))];
  const score =
    shape.sort === "for_you" ? scoreOf(shape) : sql`(case when ${isProgram} then ${program} else ${person} end)`;
  return rankValue(score, momentColumn(shape));
}

/** `date_part` is exact to the microsecond until 2242, and faster than `extract`. */
export function rankValue(score: Expression<unknown>, moment: Expression<unknown>): Expression<string> {
  return sql<string>`(${score}::bigint * ${sql.lit(String(scoreUnit))}::bigint
    + (date_part('epoch', ${moment}) * 1000000)::bigint)`;
}

/** The score of a value that `rankValueOf` wrote, and its microseconds as text that sorts: with leading zeros. */
export function readRankValue(value: string): { score: number; microseconds: string } {
  return {
    score: Number(value.slice(0, -unitDigits)),
    microseconds: value.slice(-unitDigits).padStart(unitDigits, "0"),
  };
}

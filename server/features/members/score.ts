import { type Expression, sql } from "kysely";
import { centre, chordLength } from "./earth.ts";
import type { Filter } from "./rules.ts";

/**
 * The score of the order "for you" (D4.3, decision 0034): points for how near a member lives, and for recent activity.
 * All sums differ, so each sum is a step: a query can walk an index of its members, from the last active one on.
 */
const points = { near: 8, around: 7, country: 5, elsewhere: 0, lately: 4 } as const;

/** Kilometres up to which a member lives near the viewer, and around them. */
export const nearKilometres = 50;
export const aroundKilometres = 100;

/** Distances in kilometres, `beyond` exclusive. */
export type Ring = { beyond: number; within: number };
export type Place = Ring | "country" | "elsewhere";
/** The members of one score: where they live, and whether they were recently active. */
export type Step = { score: number; place: Place; lately: boolean };

const places: readonly { place: Place; points: number }[] = [
  { place: { beyond: -1, within: nearKilometres }, points: points.near },
  { place: { beyond: nearKilometres, within: aroundKilometres }, points: points.around },
  { place: "country", points: points.country },
  { place: "elsewhere", points: points.elsewhere },
];

const steps: readonly Step[] = places
  .flatMap(({ place, points: placePoints }) => [
    { score: placePoints + points.lately, place, lately: true },
    { score: placePoints, place, lately: false },
  ])
  .sort((a, b) => b.score - a.score);

/** Whether members who fit the filter can live there. */
function canHoldMembers(place: Place, { homePoint, distance, country, homeCountry }: Filter): boolean {
  if (typeof place !== "string") return homePoint !== null && (distance === undefined || distance > place.beyond);
  if (distance !== undefined && distance <= aroundKilometres) return false;
  if (place === "country") return homeCountry !== null && (country === undefined || country === homeCountry);
  return homeCountry === null || country !== homeCountry;
}

/** The steps that members who fit the filter can be on, the highest score first. */
export function stepsOf(filter: Filter): Step[] {
  return steps.filter(
    ({ place, lately }) => canHoldMembers(place, filter) && (lately || filter.activeAfter === undefined),
  );
}

/** A member's score in SQL, from the columns of `profiles`. */
function scoreIn(filter: Filter): Expression<number> {
  const placePoints = places
    .filter(({ place }) => canHoldMembers(place, { ...filter, distance: undefined, country: undefined }))
    .map(({ place, points: worth }) => {
      if (place === "elsewhere") return sql`else ${sql.lit(worth)}`;
      if (place === "country") return sql`when country = ${filter.homeCountry} then ${sql.lit(worth)}`;
      return sql`when place <-> ${centre(filter)} <= ${chordLength(place.within)} then ${sql.lit(worth)}`;
    });
  const latelyPoints = sql`case when last_active_at > ${filter.lately} then ${sql.lit(points.lately)} else 0 end`;
  // if the viewer's home is unknown, only activity gives points
  if (placePoints.length === 1) return sql<number>`(${latelyPoints})`;
  return sql<number>`(case ${sql.join(placePoints, sql` `)} end + ${latelyPoints})`;
}

/** Greater than any time in microseconds up to the year 2286. */
const scoreUnit = 10_000_000_000_000_000n;

/** The score followed by the moment of last activity: one number for a member's place in the order. */
export function rankValueOf(filter: Filter): Expression<string> {
  return rankValue(scoreIn(filter));
}

export function rankValue(score: Expression<unknown>): Expression<string> {
  return sql<string>`(${score}::bigint * ${sql.lit(String(scoreUnit))}::bigint
    + (extract(epoch from last_active_at) * 1000000)::bigint)`;
}

/** The score and the microseconds of a value that `rankValueOf` wrote. */
export function readRankValue(value: string): { score: number; microseconds: string } {
  const number = BigInt(value);
  return { score: Number(number / scoreUnit), microseconds: String(number % scoreUnit) };
}

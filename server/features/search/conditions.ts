import { type RawBuilder, type SqlBool, sql } from "kysely";
import { given } from "#server/db/statement.ts";
import { openToVisitors, selectLeftOut } from "#server/features/visibility/index.ts";
import { centre, chordOfFilter } from "./earth.ts";
import { boxAround } from "./map-cells.ts";
import type { Filter } from "./rules.ts";

/** A table whose rows hold what the filters need. */
export type Source = "profiles" | "interest_holders";

/** Which filters a search has. The text of its statements depends on this alone, and never on the filters' values. */
export type Shape = ReturnType<typeof shapeOf>;

export function shapeOf(filter: Filter) {
  const { homePoint, distance, interests } = filter;
  const box = homePoint && distance !== undefined ? boxAround(homePoint, distance) : null;
  const someInterests = interests.length === 1 ? "one" : "more";
  return {
    sort: filter.sort,
    genders: filter.genders.length,
    lookingFor: filter.lookingFor,
    country: filter.country !== undefined,
    region: filter.region !== undefined,
    bornAfter: filter.bornAfter !== undefined,
    bornBy: filter.bornBy !== undefined,
    // `latitudes`: the circle crosses the date line or holds a pole, so it has no range of longitudes
    circle: box ? (box.longitudes ? "box" : "latitudes") : "none",
    online: filter.activeAfter !== undefined,
    new: filter.joinedAfter !== undefined,
    photo: filter.withPhoto,
    verified: filter.verified,
    interests: interests.length === 0 ? "none" : someInterests,
    height: filter.height !== null,
    // how many facts have an answer that is looked for
    answers: filter.answers.length,
    withoutFictional: filter.withoutFictional,
    withoutPrograms: filter.withoutPrograms,
    forMember: filter.viewerId !== undefined,
    leavesOut: filter.viewerId !== undefined && filter.leavesOut,
    hasHome: homePoint !== null,
    hasHomeCountry: filter.homeCountry !== null,
  } as const;
}

/** Whether the search looks at bits of each row, which no index is sorted by. */
export const narrowsByBits = ({ interests, height, answers }: Pick<Shape, "interests" | "height" | "answers">) =>
  interests !== "none" || height || answers > 0;

/**
 * Whether each connection may plan a statement once for all values: an index begins with all that is compared. With
 * other filters the planner has to see how much each one narrows. Without the values it expects any two ages to be next
 * to each other, and so would choose the index by age for all of a country.
 */
export function hasOnePlan(shape: Shape): boolean {
  const { circle, online, new: isNew, verified, region, bornAfter, bornBy } = shape;
  const isEasy = circle === "none" && !online && !isNew && !verified && !narrowsByBits(shape);
  return isEasy && (region || !(bornAfter || bornBy));
}

const boxOf = ({ homePoint, distance = 0 }: Filter) => (homePoint ? boxAround(homePoint, distance) : null);

function withinDistance({ circle }: Shape): RawBuilder<unknown>[] {
  if (circle === "none") return [];
  const inCircle = sql`place <-> ${centre} <= ${chordOfFilter()}`;
  const [south, north] = [
    given<Filter>((filter) => boxOf(filter)?.latitudes.from),
    given<Filter>((filter) => boxOf(filter)?.latitudes.to),
  ];
  const [west, east] = [
    given<Filter>((filter) => boxOf(filter)?.longitudes?.from),
    given<Filter>((filter) => boxOf(filter)?.longitudes?.to),
  ];
  const latitudes = sql`latitude_band between ${south} and ${north}`;
  const longitudes = sql`longitude_band between ${west} and ${east}`;
  return circle === "box" ? [latitudes, longitudes, inCircle] : [latitudes, inCircle];
}

const interestCodes = given<Filter>(({ interests }) => interests);

/**
 * Whether a member has all wanted interests. With `case` the planner estimates that half of the members match, without
 * it one in 200. Overestimating is better: if it expects few matches, it does not use the index of the sort order. The
 * bits are computed once, not for each row.
 */
const hasAllInterests = sql`case when interest_bits & (select interest_bits(${interestCodes}::text[]))
  = (select interest_bits(${interestCodes}::text[])) then true else false end`;

/** Whether a profile has the facts that are asked for (R11.03): a height, and one of the wanted answers to each. */
function hasFacts({ height, answers }: Shape): RawBuilder<unknown> {
  const [least, most] = [given<Filter>((filter) => filter.height?.min), given<Filter>((filter) => filter.height?.max)];
  const conditions = [
    ...(height ? [sql`fact_bits & 255 between ${least}::bigint and ${most}::bigint`] : []),
    ...Array.from({ length: answers }, (_, place) => {
      const mask = given<Filter>((filter) => filter.answers[place]);
      return sql`fact_bits & ${mask}::bigint <> 0`;
    }),
  ];
  return sql`case when ${sql.join(conditions, sql` and `)} then true else false end`;
}

/** Whether a program answers for a member: a fictional profile, or one of the few rows that `automatic` marks. */
export const isProgram = sql<boolean>`(fictional or member_id in (select member_id from profiles where automatic))`;

export const viewerId = given<Filter>((filter) => filter.viewerId);

/** The filters as a condition on the rows of a table, without the genders: a statement walks them one by one. */
export function fitsExceptGender(shape: Shape, source: Source = "profiles"): RawBuilder<SqlBool> {
  const conditions: RawBuilder<unknown>[] = [sql`site_id = ${given<Filter>(({ siteId }) => siteId)}`];
  const add = (isSet: boolean, condition: RawBuilder<unknown>) => isSet && conditions.push(condition);
  add(source === "profiles", sql`listed`);
  add(shape.lookingFor === "male", sql`seeks_men`);
  add(shape.lookingFor === "female", sql`seeks_women`);
  add(shape.country, sql`country = ${given<Filter>(({ country }) => country)}`);
  add(shape.region, sql`region = ${given<Filter>(({ region }) => region)}`);
  add(shape.bornAfter, sql`date_of_birth > ${given<Filter>(({ bornAfter }) => bornAfter)}`);
  add(shape.bornBy, sql`date_of_birth <= ${given<Filter>(({ bornBy }) => bornBy)}`);
  // a program is never online (D11.1)
  const activeAfter = given<Filter>((filter) => filter.activeAfter);
  add(shape.online, sql`last_active_at > ${activeAfter} and not automatic`);
  add(shape.new, sql`created_at > ${given<Filter>(({ joinedAfter }) => joinedAfter)}`);
  add(shape.photo, sql`shows_photo`);
  // `interest_holders` does not have the badge
  const verifiedIds = sql`(select member_id from profiles where verified_at is not null)`;
  add(shape.verified, source === "profiles" ? sql`verified_at is not null` : sql`member_id in ${verifiedIds}`);
  // with one interest, `interest_holders` already restricts the search to members who have it
  add(shape.interests === "more" || (shape.interests === "one" && source === "profiles"), hasAllInterests);
  if (shape.height || shape.answers > 0) conditions.push(hasFacts(shape));
  add(shape.withoutFictional, sql`not fictional`);
  add(shape.withoutPrograms, sql`not ${isProgram}`);
  add(shape.forMember, sql`member_id <> ${viewerId}`);
  add(!shape.forMember, openToVisitors());
  // a hash of a few ids, built once per statement, so it works with any index
  add(shape.leavesOut, sql`member_id not in ${selectLeftOut(viewerId)}`);
  for (const condition of withinDistance(shape)) conditions.push(condition);
  add(shape.sort === "nearest", sql`latitude_band is not null`);
  return sql<SqlBool>`${sql.join(conditions, sql` and `)}`;
}

export function fits(shape: Shape, source: Source = "profiles"): RawBuilder<SqlBool> {
  const genders = Array.from({ length: shape.genders }, (_, index) => given<Filter>((filter) => filter.genders[index]));
  // a viewer who has withdrawn the consent to who they look for finds no one
  const fitsGender = genders.length === 0 ? sql`false` : sql`gender in (${sql.join(genders)})`;
  return sql<SqlBool>`${fitsGender} and ${fitsExceptGender(shape, source)}`;
}

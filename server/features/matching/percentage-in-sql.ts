import { type RawBuilder, type SqlBool, sql } from "kysely";
import { minimumAgeFloor } from "#contract/constants.ts";
import { ageAt, yearsBefore } from "#server/ages.ts";
import { distanceSteps, earthDiameter } from "#server/features/places/index.ts";
import {
  agePart,
  defaultPreferences,
  distancePart,
  fallbackKilometres,
  interestsPart,
  type MatchSide,
  unknownPart,
  wantedAges,
  wantedDistance,
  weights,
} from "./rules.ts";

const oldest = 150;
/** The worth of a part for 0, 1, 2 and so on, as a lookup array for the database. */
const worthUpTo = (last: number, worth: (value: number) => number) =>
  sql`${Array.from({ length: last + 1 }, (_, value) => worth(value))}::float8[]`;

/** The steps of shown distances, then further, then an unknown home in the same country: counted from 1. */
const kilometresByStep = [...distanceSteps, fallbackKilometres.beyond, fallbackKilometres.within];
const [further, within] = [kilometresByStep.length - 1, kilometresByStep.length];
/** The steps as straight distances through the earth, on the larger globe that PostgreSQL uses. */
const steps = distanceSteps.map((step) => sql`2 * earth() * sin(${step / earthDiameter}::float8)`);

/** What a member looks for, out of the number that the search's indexes contain; null if they did not say. */
const wishes = {
  minAge: sql<number | null>`nullif(match_wishes & 127, 0)::int`,
  maxAge: sql<number | null>`nullif(match_wishes >> 7 & 127, 0)::int`,
  distance: sql<number | null>`nullif(match_wishes >> 14 & 32767, 0)::int`,
};

/**
 * Whether the member in a row of `profiles` looks for someone of the viewer's age who lives as far away as the viewer.
 * A preference that they did not give, and a distance from an unknown home, exclude no viewer. Within `case` the
 * planner estimates that half of the members do, otherwise one in hundreds: then it plans without the order's index.
 */
export function wantsViewer({ date_of_birth, latitude, longitude }: MatchSide, now: Date): RawBuilder<SqlBool> {
  const own = ageAt(date_of_birth, now);
  const { minAge, maxAge, distance } = wishes;
  const ages = sql`${own}::int between coalesce(${minAge}, 0) and coalesce(${maxAge}, ${oldest}::int)`;
  const near =
    latitude === null || longitude === null
      ? sql`true`
      : sql`(match_wishes & (32767::bigint << 14) = 0 or place is null
          or place <-> ll_to_earth(${latitude}::real, ${longitude}::real) <= gc_to_sec(${distance} * 1000))`;
  return sql<SqlBool>`case when ${ages} and ${near} then true else false end`;
}

/** A member's age. */
function age(now: Date) {
  const birthdays = Array.from({ length: oldest }, (_, number) => yearsBefore(now, oldest - number));
  return sql`${oldest}::int - width_bucket(date_of_birth - 1, ${birthdays}::date[])`;
}

/** The distance step between a member and the viewer, as an index of `kilometresByStep`. */
function way({ country, latitude, longitude }: MatchSide) {
  const notKnown = sql`case when country = ${country} then ${within}::int else ${further}::int end`;
  if (latitude === null || longitude === null) return notKnown;
  const distance = sql`place <-> ll_to_earth(${latitude}::real, ${longitude}::real)`;
  return sql`case when place is null then ${notKnown}
    else 1 + width_bucket(${distance}, array[${sql.join(steps)}]) end`;
}

/** The parts that count the same for both: interests and goals in common. */
function inCommon({ interests, goals }: MatchSide) {
  const shared = worthUpTo(63, (count) => weights.interests * interestsPart(count, true));
  const counted = sql`(${shared})[1 + bit_count((interest_bits & interest_bits(${interests}::text[]))::bit(64))]`;
  const interestsUnsaid = sql`${weights.interests * interestsPart(0, false)}::float8`;
  const goalsUnsaid = sql`${weights.goals * unknownPart}::float8`;
  const inBoth = sql`match_wishes & (goal_bits(${goals}::text[]) << 45) <> 0`;
  return {
    interests:
      interests.length === 0
        ? interestsUnsaid
        : sql`case when interest_bits = 0 then ${interestsUnsaid} else ${counted} end`,
    goals:
      goals.length === 0
        ? goalsUnsaid
        : sql`case when match_wishes >> 45 = 0 then ${goalsUnsaid} when ${inBoth} then ${weights.goals} else 0 end`,
  };
}

/** How well the looks of a member suit the viewer, and those of the viewer a member. */
function looks({ body_type: own, prefers_body_types: wanted }: MatchSide) {
  const [all, half] = [sql`${weights.looks}::float8`, sql`${weights.looks * unknownPart}::float8`];
  const bitsOfMember = sql`match_wishes & (255::bigint << 37)`;
  const theyWant = sql`match_wishes & (255::bigint << 29)`;
  const isWanted = (codes: readonly string[], bit: number) =>
    sql`match_wishes & (body_type_bits(${codes}::text[]) << ${bit}::int) <> 0`;
  return {
    ofMember:
      wanted.length === 0
        ? all
        : sql`case when ${bitsOfMember} = 0 then ${half} when ${isWanted(wanted, 37)} then ${all} else 0 end`,
    ofViewer: sql`case when ${theyWant} = 0 then ${all}
      ${own === null ? sql`else ${half}` : sql`when ${isWanted([own], 29)} then ${all} else 0`} end`,
  };
}

/** How well a member is what the viewer looks for, in hundredths. */
function ofMember(viewer: MatchSide, own: number) {
  const wanted = wantedAges(viewer, own);
  const ages = worthUpTo(oldest, (years) => weights.age * agePart(years, wanted));
  const distance = wantedDistance(viewer);
  const near = worthUpTo(
    kilometresByStep.length - 1,
    (at) => weights.distance * distancePart(kilometresByStep[at] ?? 0, distance),
  );
  return sql`(${ages})[1 + age] + (${near})[way] + interests + goals + looks_of_member`;
}

/** How well the viewer is what a member looks for, in hundredths: `wantedAges` and `wantedDistance` of each. */
function ofViewer(own: number) {
  const beyond = worthUpTo(oldest, (years) => weights.age * agePart(years, { min: 0, max: 0 }));
  const years = sql`${defaultPreferences.years}::int`;
  // `greatest` and `least` ignore nulls: ages that were not given
  const min = sql`coalesce(prefers_min_age, least(greatest(${minimumAgeFloor}::int, age - ${years}), coalesce(prefers_max_age, age)))`;
  const max = sql`coalesce(prefers_max_age, greatest(age + ${years}, prefers_min_age))`;
  const distance = sql`coalesce(prefers_distance, ${defaultPreferences.kilometres}::int)`;
  return sql`(${beyond})[1 + greatest(0, ${min} - ${own}::int, ${own}::int - ${max})]
    + ${weights.distance}::float8 * least(1, ${distance} / (${kilometresByStep}::float8[])[way]) + interests + goals + looks_of_viewer`;
}

/** The columns of `profiles` that a percentage needs; the indexes of the search contain all of them. */
export const percentageColumns = sql.raw(
  "member_id, fictional, gender, seeks_men, seeks_women, country, date_of_birth, place, interest_bits, match_wishes",
);

/**
 * `matchPercentage` of a viewer and the members in a table expression with the columns above, as `member_id`,
 * `fictional` and `percentage`: -1 for a fictional profile, which has none (D11.1). The database computes it, so that a
 * thousand members need not be loaded for it. It looks up the formula's parts in arrays that the functions of
 * `matchPercentage` fill; a test asserts that both give the same number.
 */
export function percentagesOf(viewer: MatchSide, members: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  const own = ageAt(viewer.date_of_birth, now);
  const common = inCommon(viewer);
  const seen = looks(viewer);
  const seeks = [...(viewer.seeks_men ? ["male"] : []), ...(viewer.seeks_women ? ["female"] : [])];
  const seekViewer = sql.ref(viewer.gender === "male" ? "seeks_men" : "seeks_women");
  // computes what is needed twice only once: `offset 0` keeps the planner from inlining the subquery
  return sql`
    select member_id, fictional, case
      when fictional then -1
      when not (gender = any(${seeks}::text[]) and ${seekViewer}) then 0
      else floor(100 * sqrt((${ofMember(viewer, own)}) / 100 * ((${ofViewer(own)}) / 100)) + 0.5)::int
    end as percentage
    from (
      select member_id, fictional, gender, ${seekViewer}, ${wishes.minAge} as prefers_min_age,
        ${wishes.maxAge} as prefers_max_age, ${wishes.distance} as prefers_distance,
        ${age(now)} as age, ${way(viewer)} as way, ${common.interests} as interests, ${common.goals} as goals,
        ${seen.ofMember} as looks_of_member, ${seen.ofViewer} as looks_of_viewer
      from ${members} offset 0
    ) as side`;
}

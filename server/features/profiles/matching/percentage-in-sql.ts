import { type RawBuilder, type SqlBool, sql } from "kysely";
import { minimumAgeFloor } from "#contract/constants.ts";
import { ageAt, yearsBefore } from "#server/ages.ts";
import { distanceSteps, earthDiameter } from "#server/features/sites/index.ts";
import {
  agePart,
  defaultPreferences,
  distancePart,
  fallbackKilometres,
  interestsPart,
  type MatchSide,
  unknownInterestsPart,
  unknownPart,
  wantedAges,
  wantedDistance,
  weights,
} from "./rules.ts";

const oldest = 150;
/** A lookup array for the database: the points of a part for the values 0, 1, 2 and so on. */
const pointsUpTo = (last: number, worth: (value: number) => number) =>
  sql`${Array.from({ length: last + 1 }, (_, value) => worth(value))}::float8[]`;

/**
 * The kilometres of each distance step, for SQL arrays (from 1): the shown steps, further, and unknown in the country.
 */
const kilometresByStep = [...distanceSteps, fallbackKilometres.beyond, fallbackKilometres.within];
const [further, within] = [kilometresByStep.length - 1, kilometresByStep.length];
/** The steps as straight distances through the earth, with the larger diameter that PostgreSQL's `earth()` has. */
const steps = distanceSteps.map((step) => sql`2 * earth() * sin(${step / earthDiameter}::float8)`);

/**
 * A member's preferences, unpacked from the bits of `match_wishes`, which the search's indexes contain; null: not
 * stated.
 */
const preferences = {
  minAge: sql<number | null>`nullif(match_wishes & 127, 0)::int`,
  maxAge: sql<number | null>`nullif(match_wishes >> 7 & 127, 0)::int`,
  distance: sql<number | null>`nullif(match_wishes >> 14 & 32767, 0)::int`,
};

/**
 * Whether the viewer is within the ages and the distance that the member in a row of `profiles` prefers. Preferences
 * that the member did not state exclude no viewer, nor does a distance if one of the homes is unknown. The `case` makes
 * the planner estimate that half of the members match. Otherwise it would estimate one in hundreds, and not use the
 * index.
 */
export function wantsViewer({ date_of_birth, latitude, longitude }: MatchSide, now: Date): RawBuilder<SqlBool> {
  const viewerAge = ageAt(date_of_birth, now);
  const { minAge, maxAge, distance } = preferences;
  const ages = sql`${viewerAge}::int between coalesce(${minAge}, 0) and coalesce(${maxAge}, ${oldest}::int)`;
  const near =
    latitude === null || longitude === null
      ? sql`true`
      : sql`(match_wishes & (32767::bigint << 14) = 0 or place is null
          or place <-> ll_to_earth(${latitude}::real, ${longitude}::real) <= gc_to_sec(${distance} * 1000))`;
  return sql<SqlBool>`case when ${ages} and ${near} then true else false end`;
}

/** A member's age. */
function ageInSql(now: Date) {
  const birthdays = Array.from({ length: oldest }, (_, number) => yearsBefore(now, oldest - number));
  return sql`${oldest}::int - width_bucket(date_of_birth - 1, ${birthdays}::date[])`;
}

/** The distance step between a member and the viewer, as an index of `kilometresByStep`. */
function distanceStepInSql({ country, latitude, longitude }: MatchSide) {
  const notKnown = sql`case when country = ${country} then ${within}::int else ${further}::int end`;
  if (latitude === null || longitude === null) return notKnown;
  const distance = sql`place <-> ll_to_earth(${latitude}::real, ${longitude}::real)`;
  return sql`case when place is null then ${notKnown}
    else 1 + width_bucket(${distance}, array[${sql.join(steps)}]) end`;
}

/** The parts that are the same in both directions: interests and goals in common. */
function commonParts({ interests, goals }: MatchSide) {
  const shared = pointsUpTo(63, (count) => weights.interests * interestsPart(count));
  const counted = sql`(${shared})[1 + bit_count((interest_bits & interest_bits(${interests}::text[]))::bit(64))]`;
  const interestsUnsaid = sql`${weights.interests * unknownInterestsPart}::float8`;
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

/** How well a member's looks suit the viewer, and the viewer's looks suit the member. */
function looksParts({ body_type: own, prefers_body_types: wanted }: MatchSide) {
  const full = sql`${weights.looks}::float8`;
  const half = sql`${weights.looks * unknownPart}::float8`;
  const bitsOfMember = sql`match_wishes & (255::bigint << 37)`;
  const theyWant = sql`match_wishes & (255::bigint << 29)`;
  const isWanted = (codes: readonly string[], bit: number) =>
    sql`match_wishes & (body_type_bits(${codes}::text[]) << ${bit}::int) <> 0`;
  return {
    ofMember:
      wanted.length === 0
        ? full
        : sql`case when ${bitsOfMember} = 0 then ${half} when ${isWanted(wanted, 37)} then ${full} else 0 end`,
    ofViewer: sql`case when ${theyWant} = 0 then ${full}
      ${own === null ? sql`else ${half}` : sql`when ${isWanted([own], 29)} then ${full} else 0`} end`,
  };
}

/** How well a member matches the viewer's preferences, in hundredths. */
function memberSuitsViewer(viewer: MatchSide, viewerAge: number) {
  const wanted = wantedAges(viewer, viewerAge);
  const ages = pointsUpTo(oldest, (years) => weights.age * agePart(years, wanted));
  const distance = wantedDistance(viewer);
  const near = pointsUpTo(
    kilometresByStep.length - 1,
    (at) => weights.distance * distancePart(kilometresByStep[at] ?? 0, distance),
  );
  return sql`(${ages})[1 + age] + (${near})[distance_step] + interests + goals + looks_of_member`;
}

/** How well the viewer matches a member's preferences, in hundredths; `wantedAges` and `wantedDistance` in SQL. */
function viewerSuitsMember(viewerAge: number) {
  const beyond = pointsUpTo(oldest, (years) => weights.age * agePart(years, { min: 0, max: 0 }));
  const years = sql`${defaultPreferences.years}::int`;
  // `greatest` and `least` ignore nulls, which are ages that the member did not state
  const min = sql`coalesce(prefers_min_age, least(greatest(${minimumAgeFloor}::int, age - ${years}), coalesce(prefers_max_age, age)))`;
  const max = sql`coalesce(prefers_max_age, greatest(age + ${years}, prefers_min_age))`;
  const distance = sql`coalesce(prefers_distance, ${defaultPreferences.kilometres}::int)`;
  return sql`(${beyond})[1 + greatest(0, ${min} - ${viewerAge}::int, ${viewerAge}::int - ${max})]
    + ${weights.distance}::float8 * least(1, ${distance} / (${kilometresByStep}::float8[])[distance_step])
    + interests + goals + looks_of_viewer`;
}

/** The columns of `profiles` that a percentage needs; the indexes of the search contain all of them. */
export const percentageColumns = sql.raw(
  "member_id, fictional, gender, seeks_men, seeks_women, country, date_of_birth, place, interest_bits, match_wishes",
);

/**
 * `matchPercentage` of a viewer and the members in a table expression with the columns above, as `member_id`,
 * `fictional` and `percentage`: -1 for a fictional profile, which has none (D11.1). The database computes it, so that
 * ranking a thousand members does not load them. It looks up the formula's parts in arrays that the functions of
 * `matchPercentage` fill; a test asserts that both give the same number.
 */
export function selectPercentages(viewer: MatchSide, members: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  const viewerAge = ageAt(viewer.date_of_birth, now);
  const common = commonParts(viewer);
  const seen = looksParts(viewer);
  const seeks = [...(viewer.seeks_men ? ["male"] : []), ...(viewer.seeks_women ? ["female"] : [])];
  const seekViewer = sql.ref(viewer.gender === "male" ? "seeks_men" : "seeks_women");
  // `offset 0` keeps the planner from inlining the subquery, which would compute some expressions twice
  return sql`
    select member_id, fictional, case
      when fictional then -1
      when not (gender = any(${seeks}::text[]) and ${seekViewer}) then 0
      else floor(100 * sqrt((${memberSuitsViewer(viewer, viewerAge)}) / 100 * ((${viewerSuitsMember(viewerAge)}) / 100)) + 0.5)::int
    end as percentage
    from (
      select member_id, fictional, gender, ${seekViewer}, ${preferences.minAge} as prefers_min_age,
        ${preferences.maxAge} as prefers_max_age, ${preferences.distance} as prefers_distance,
        ${ageInSql(now)} as age, ${distanceStepInSql(viewer)} as distance_step,
        ${common.interests} as interests, ${common.goals} as goals,
        ${seen.ofMember} as looks_of_member, ${seen.ofViewer} as looks_of_viewer
      from ${members} offset 0
    ) as side`;
}

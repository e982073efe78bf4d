import { sql } from "kysely";
import { factCodes, spokenLanguages } from "#contract/facts.ts";
import { goals } from "#contract/match-reasons.ts";
import { bodyTypes, interests } from "#contract/profiles.ts";
import { expect, test } from "#server/test.ts";
import { factOrder } from "./fact-bits.ts";
import { codesOf, countCommon, packedColumns, readWishes } from "./packed-side.ts";
import { type MatchSide, matchColumns } from "./rules.ts";
import { packSide, plainSide } from "./test-side.ts";

/** Every interest once, all of them, and none; the other answers change along, and some are missing. */
const answers = [...interests.map((code) => [code]), [...interests], []].map((chosen, index) => ({
  interests: chosen as string[],
  goals: goals.filter((_, place) => (index >> place) % 2 === 1) as string[],
  body_type: bodyTypes[index % (bodyTypes.length + 1)] ?? null,
  prefers_body_types: bodyTypes.filter((_, place) => (index >> place) % 2 === 0) as string[],
  prefers_min_age: index % 2 === 0 ? null : 18 + index,
  prefers_max_age: index % 3 === 0 ? null : 120 - index,
  prefers_distance: index % 4 === 0 ? null : 20_000 - index,
  height: index % 5 === 0 ? null : 120 + 2 * index,
  children: factCodes.children[index % 3] ?? null,
  wants_children: factCodes.wants_children[index % 4] ?? null,
  smoking: factCodes.smoking[(index + 1) % 4] ?? null,
  drinking: factCodes.drinking[(index + 2) % 4] ?? null,
  education: factCodes.education[index % 5] ?? null,
  languages: spokenLanguages.filter((_, place) => place % (index + 1) === 0) as string[],
  shows_goals: index % 2 === 0,
}));

test("D4.4 the bits and the place in the search's indexes hold what ranks a member", async ({ member, services }) => {
  const { db } = services;
  const { id } = await member({ country: "DE" });
  for (const answer of answers) {
    await db.updateTable("profiles").set(answer).where("member_id", "=", id).execute();
    const { rows } = await sql<MatchSide>`
      select ${packedColumns} from profiles where member_id = ${id}`.execute(db);
    const row = await db.selectFrom("profiles").select(matchColumns).where("member_id", "=", id).executeTakeFirst();
    expect(rows).toEqual([row]);
    const { interest_bits, match_wishes, fact_bits } = packSide(plainSide(answer));
    expect(row).toMatchObject({ interest_bits, match_wishes, fact_bits });
    expect(countCommon(interest_bits, 2 ** interests.length - 1)).toBe(answer.interests.length);
    const { prefers_min_age, prefers_max_age, prefers_distance } = answer;
    const { prefersBodyTypes, bodyType, goals: goalBits, ...numbers } = readWishes(match_wishes);
    expect(numbers).toEqual({ prefers_min_age, prefers_max_age, prefers_distance });
    expect(codesOf(goalBits, goals)).toEqual(answer.goals);
    expect(codesOf(prefersBodyTypes, bodyTypes)).toEqual(answer.prefers_body_types);
    expect(codesOf(bodyType, bodyTypes)).toEqual(answer.body_type === null ? [] : [answer.body_type]);
  }
  expect(interests.length, "a number holds 53 bits exactly").toBeLessThanOrEqual(53);
});

test("R11.03 each answer to a fact has its own bit, in the database as here", async ({ services }) => {
  const { rows } = await sql<{ bits: number }>`
    select fact_bits(array[code]) as bits from unnest(${factOrder}::text[]) with ordinality as listed (code, place)
    order by place`.execute(services.db);
  expect(rows.map(({ bits }) => bits)).toEqual(factOrder.map((_, place) => 2 ** (8 + place)));
  expect(new Set(factOrder).size).toBe(factOrder.length);
  expect(8 + factOrder.length, "a number holds 53 bits exactly").toBeLessThanOrEqual(53);
});

test("D4.5 the home of a member is computed from the index exactly as it is stored", async ({ services }) => {
  const { rows } = await sql<{ wrong: number; cities: number }>`
    with towns as (
      select lat, long, ll_to_earth(lat, long) as place, '' as gender, true as seeks_men, true as seeks_women,
        '' as date_of_birth, country, 0 as interest_bits, 0 as match_wishes, 0 as fact_bits
      from (select latitude::real as lat, longitude::real as long, country from cities) as city
    ), packed as (select lat, long, ${packedColumns} from towns)
    select count(*)::int as cities, (count(*) filter (where lat <> latitude or long <> longitude))::int as wrong
    from packed`.execute(services.db);
  expect(rows).toEqual([{ wrong: 0, cities: expect.any(Number) }]);
  expect(rows[0]?.cities).toBeGreaterThan(10);
});

import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { testServices } from "#server/db/test-database.ts";
import { selectPercentages } from "./percentage-in-sql.ts";
import { type MatchSide, matchColumns, matchPercentage } from "./rules.ts";
import { anySide } from "./test-side.ts";

let given: Awaited<ReturnType<typeof testServices>>;
beforeAll(async () => {
  given = await testServices();
});
afterAll(() => given.close());

/** The birthday of most members, the day before it, a leap day, and the last of February without one. */
const days = ["2026-11-20T12:00Z", "2026-11-20T11:59Z", "2028-02-29T12:00Z", "2027-02-28T12:00Z"].map(
  (at) => new Date(at),
);

const members = 400;
const viewers = 60;
const sexualityOf = ({ gender, seeks_men, seeks_women }: MatchSide) => {
  if (seeks_men && seeks_women) return "bi";
  if (gender === "male") return seeks_men ? "gay" : "hetero";
  return seeks_women ? "lesbian" : "hetero";
};

/** Inserts members of all kinds, many within a few kilometres of each other, every twentieth fictional. */
async function insertMembers(): Promise<void> {
  const { db, clock } = given.services;
  const siteId = given.siteIds[0] ?? 0;
  for (const [number, side] of fc.sample(anySide, { seed: 25, numRuns: members }).entries()) {
    const seeks =
      side.seeks_men || side.seeks_women
        ? {}
        : { seeks_men: side.gender === "female", seeks_women: side.gender === "male" };
    const near = number % 3 ? {} : { latitude: 52.5 + (number % 40) / 111.195, longitude: 13.4 };
    const born = number % 7 ? {} : { date_of_birth: `${1960 + (number % 11) * 4}-02-29` };
    const whole = { ...side, ...seeks, ...near, ...born };
    const name = `member-${number}`;
    const { id } = await db
      .insertInto("accounts")
      .values({
        site_id: siteId,
        name,
        name_key: name,
        email: `${name}@example.org`,
        password_hash: "",
        language: "en",
        status: "active",
        created_at: clock.now(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await db
      .insertInto("profiles")
      .values({
        ...whole,
        member_id: id,
        site_id: siteId,
        name,
        sexuality: sexualityOf(whole),
        fictional: number % 20 === 0,
        listed: true,
        created_at: clock.now(),
        last_active_at: clock.now(),
      })
      .execute();
  }
}

test("D4.4 the database computes the percentage that the cards show, for any two members", async () => {
  const { db } = given.services;
  await insertMembers();
  const all = await db
    .selectFrom("profiles")
    .select(["member_id", "fictional", ...matchColumns])
    .orderBy("name")
    .execute();
  for (const [number, viewer] of all.slice(0, viewers).entries()) {
    const now = days[number % days.length] ?? given.services.clock.now();
    const { rows } = await sql<{ member_id: string; percentage: number }>`
      select member_id, percentage from (${selectPercentages(viewer, sql`profiles`, now)}) as found`.execute(db);
    expect(rows.length).toBe(members);
    const found = new Map(rows.map((row) => [row.member_id, row.percentage]));
    const wrong = all.filter(
      (other) => found.get(other.member_id) !== (other.fictional ? -1 : matchPercentage(viewer, other, now)),
    );
    expect(wrong).toEqual([]);
  }
});

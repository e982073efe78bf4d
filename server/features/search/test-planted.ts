import { type Insertable, sql } from "kysely";
import { onlineMinutes } from "#contract/constants.ts";
import { dayMs } from "#contract/durations.ts";
import { codedFacts, factCodes } from "#contract/facts.ts";
import { goals } from "#contract/match-reasons.ts";
import { bodyTypes } from "#contract/profiles.ts";
import { uuid } from "#demo/people.ts";
import { type Dice, dice } from "#demo/random.ts";
import type { Db } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";
import { seeksOf } from "#server/features/profiles/index.ts";
import { snapToGrid } from "#server/features/sites/index.ts";
import type { Fixtures } from "#server/test.ts";

/** Interests of the planted members; `sex` and `bondage` are explicit, `astrology` is rare. */
const plantedInterests = [
  ...["art", "tea", "wine", "art", "tea", "wine", "coffee", "beach", "sex", "bondage"],
  "astrology",
] as const;

type Town = { id: number; country: string; region: string; latitude: number; longitude: number };

/** Towns around Berlin and elsewhere, always the same, placed as members' homes are. */
async function readTowns(db: Db): Promise<Town[]> {
  const { rows } = await sql<Town>`
    (select id, country, region, latitude, longitude from cities where country in ('DE', 'PL')
      and ll_to_earth(latitude, longitude) <-> ll_to_earth(52.52, 13.41) < 150000 order by md5(id::text) limit 150)
    union all
    (select id, country, region, latitude, longitude from cities where country in ('DE', 'PL', 'AT', 'NL')
      order by md5(id::text) limit 150)`.execute(db);
  return rows.map((town) => ({ ...town, ...snapToGrid(town.latitude, town.longitude) }));
}

/** A birthday: every eighth within days of the tests' clock, some on a leap day. */
function birthday({ between, chance, pick }: Dice): string {
  if (chance(0.02)) return `${1948 + 4 * between(0, 14)}-02-29`;
  const twoDigits = (number: number) => String(number).padStart(2, "0");
  const day = chance(0.12)
    ? pick(["11-18", "11-19", "11-20", "11-21"])
    : `${twoDigits(between(1, 12))}-${twoDigits(between(1, 28))}`;
  return `${between(1946, 2007)}-${day}`;
}

/** A moment of activity: many are the same, some lie at the edge of "online" or of recent activity. */
function moment({ between, chance, pick }: Dice, now: Date, edges: readonly number[]): Date {
  if (chance(0.05)) return new Date(now.getTime() - pick(edges) + between(-1, 1));
  if (chance(0.1)) return new Date(now.getTime() - between(0, 9) * 60_000);
  return new Date(now.getTime() - between(0, 60 * 12) * 2 * 3_600_000);
}

type Planted = { account: Insertable<DB["accounts"]>; profile: Insertable<DB["profiles"]>; photo: string | null };

function draw(random: Dice, number: number, towns: readonly Town[], siteIds: readonly number[], now: Date): Planted {
  const { between, chance, pick, some, weighted } = random;
  const id = uuid(random);
  const siteId = siteIds[chance(0.95) ? 0 : 1] ?? 0;
  const gender = chance(0.5) ? "male" : "female";
  const sexuality = weighted([
    ["hetero", 60],
    [gender === "male" ? "gay" : "lesbian", 12],
    ["bi", 26],
    [null, 2],
  ] as const);
  const others = ["not_confirmed", "suspended", "banned", "deleted"] as const;
  const status = chance(0.06) ? pick(others) : "active";
  const invisible = chance(0.03);
  const town = pick(towns);
  const { id: city_id, country, region, latitude, longitude } = town;
  const program = weighted([
    [{ fictional: false, automatic: false }, 92],
    [{ fictional: true, automatic: false }, 4],
    [{ fictional: false, automatic: true }, 4],
  ] as const);
  const [young, old] = [between(18, 70), between(18, 70)].toSorted((a, b) => a - b);
  const name = `planted-${number}`;
  const createdAt = moment(random, now, [7 * dayMs]);
  const wants = { prefers_min_age: chance(0.6) ? young : null, prefers_max_age: chance(0.6) ? old : null };
  return {
    account: {
      ...{ id, site_id: siteId, name, name_key: name, email: `${name}@example.org`, password_hash: "", language: "en" },
      ...{ status, created_at: createdAt },
      suspended_until: status === "suspended" ? new Date(now.getTime() + 9 * dayMs) : null,
      banned_at: status === "banned" ? now : null,
      deleted_at: status === "deleted" ? now : null,
    },
    profile: {
      ...{ member_id: id, site_id: siteId, name, gender, sexuality, country, ...program, invisible },
      ...(sexuality === null ? { seeks_men: false, seeks_women: false } : seeksOf(gender, sexuality)),
      ...(chance(0.9) ? { region } : {}),
      ...(chance(0.94) ? { region, city_id, latitude, longitude } : {}),
      date_of_birth: birthday(random),
      listed: status === "active" && !invisible && sexuality !== null,
      shown_to_visitors: chance(0.6),
      interests: [...new Set(some(plantedInterests, between(0, 6)))],
      goals: some(goals, between(0, 3)),
      ...drawFacts(dice(`facts ${id}`)),
      body_type: chance(0.7) ? pick(bodyTypes) : null,
      prefers_body_types: chance(0.4) ? some(bodyTypes, between(1, 3)) : [],
      prefers_distance: chance(0.6) ? pick([5, 25, 50, 200]) : null,
      ...wants,
      created_at: createdAt,
      last_active_at: moment(random, now, [onlineMinutes * 60_000, 30 * dayMs]),
    },
    photo: chance(0.6) ? uuid(random) : null,
  };
}

function drawFacts({ between, chance, pick, some }: Dice): Partial<Insertable<DB["profiles"]>> {
  if (chance(0.3)) return {};
  const coded = codedFacts.map((fact) => [fact, chance(0.8) ? pick(factCodes[fact]) : null]);
  return {
    ...Object.fromEntries(coded),
    height: chance(0.7) ? between(150, 200) : null,
    languages: some(["en", "de", "pl", "fr"], between(0, 3)),
    shows_goals: chance(0.6),
  };
}

const batch = 500;

/** Plants all kinds: standings, homes, birthdays, activity, photos, interests, wishes. Equal seeds plant equal ones. */
export async function plantMembers(
  { services: { db, clock }, siteIds }: Pick<Fixtures, "services" | "siteIds">,
  count: number,
  seed: string,
): Promise<void> {
  const towns = await readTowns(db);
  const random = dice(seed);
  const now = clock.now();
  const planted = Array.from({ length: count }, (_, number) => draw(random, number, towns, siteIds, now));
  for (let start = 0; start < count; start += batch) {
    const some = planted.slice(start, start + batch);
    await db
      .insertInto("accounts")
      .values(some.map(({ account }) => account))
      .execute();
    await db
      .insertInto("profiles")
      .values(some.map(({ profile }) => ({ latitude: null, longitude: null, city_id: null, region: null, ...profile })))
      .execute();
    const photos = some.flatMap(({ photo, profile: { member_id, site_id } }) =>
      photo === null ? [] : [{ id: photo, member_id, site_id }],
    );
    const shape = { width: 4, height: 5, thumbhash: "", created_at: now };
    const rows = photos.map((photo) => ({ ...photo, ...shape, status: random.chance(0.8) ? "active" : "inspection" }));
    await db.insertInto("photos").values(rows).execute();
    const main = photos.filter(() => random.chance(0.9));
    await sql`
      update profiles set main_photo_id = main.id,
        verified_at = case when not fictional and not automatic and hashtext(name) % 4 = 0 then created_at end
      from unnest(${main.map(({ id }) => id)}::uuid[], ${main.map(({ member_id }) => member_id)}::uuid[]) as main (id, of)
      where member_id = main.of`.execute(db);
  }
  await sql`analyze`.execute(db);
}

/** A conversation of the member with every `nth` other member of their site. */
export async function plantChats({ db, clock }: Fixtures["services"], memberId: string, nth: number): Promise<void> {
  await sql`
    with others as (
      select p.member_id as id, p.site_id from profiles p join profiles me on me.member_id = ${memberId}::uuid
      where p.site_id = me.site_id and p.member_id <> me.member_id
        and hashtextextended(p.member_id::text, 0) % ${nth}::int = 0
    ), begun as (
      insert into conversations (site_id, a_id, b_id, started_by, created_at)
      select site_id, least(id, ${memberId}::uuid), greatest(id, ${memberId}::uuid), id, ${clock.now()} from others
      returning id, a_id, b_id
    )
    insert into conversation_members (conversation_id, member_id, other_id)
    select id, a_id, b_id from begun union all select id, b_id, a_id from begun`.execute(db);
}

/** A block between the member and every `nth` other member of their site, half of them by the other. */
export async function plantBlocks({ db, clock }: Fixtures["services"], memberId: string, nth: number): Promise<void> {
  await sql`
    insert into blocks (site_id, blocker_id, blocked_id, created_at)
    select p.site_id, case when rank % 2 = 0 then me.member_id else p.member_id end,
      case when rank % 2 = 0 then p.member_id else me.member_id end, ${clock.now()}
    from (select *, row_number() over (order by member_id) as rank from profiles
        where hashtextextended(member_id::text, 1) % ${nth}::int = 0) as p
      join profiles me on me.member_id = ${memberId}::uuid
    where p.site_id = me.site_id and p.member_id <> me.member_id`.execute(db);
}

import pg from "pg";
import { newDays, onlineMinutes } from "#contract/constants.ts";
import { dayMs } from "#contract/durations.ts";
import { ageAt } from "#server/ages.ts";
// what percentages and distances cost is not the product's overhead: both sides compute them by the same functions
import { type MatchSide, matchPercentage, shownPercentage, wantedAges } from "#server/features/profiles/index.ts";
import { shownDistance } from "#server/features/sites/index.ts";
import { connections } from "./load.ts";

// dates stay calendar days, and bits numbers
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** Connections that stay open, with the planner's settings for data in memory, as the product has them. */
export function openBarePool(connectionString: string | undefined): pg.Pool {
  const options = "-c random_page_cost=1.1 -c max_parallel_workers_per_gather=0 -c jit=off";
  return new pg.Pool({ connectionString, max: connections, idleTimeoutMillis: 0, options });
}

/** A paid message, as a program without sessions, rules, schemas and events would store it. */
export type BareMessage = { from: string; to: string; text: string; key: string };

const parties = `select c.id, a.status from conversations c, accounts a
  where c.a_id = least($1::uuid, $2::uuid) and c.b_id = greatest($1::uuid, $2::uuid) and a.id = $2`;
const pay = "update wallets set credits = credits - 1 where member_id = $1 returning credits, site_id";
const write = `insert into messages (conversation_id, author_id, body, credits, key, created_at)
  values ($1, $2, $3, 1, $4, now()) returning id`;
const book = `insert into ledger (site_id, member_id, amount, balance, cause, cause_id, created_at)
  values ($1, $2, -1, $3, 'message', $4, now())`;
const tell = `update conversation_members set unread = unread + (member_id = $2)::int, last_message_at = now()
  where conversation_id = $1`;

/** Five statements in a transaction, each prepared once per connection. */
export async function sendInFive(pool: pg.Pool, { from, to, text, key }: BareMessage): Promise<string> {
  const client = await pool.connect();
  try {
    await client.query("begin");
    const { id } = (await client.query({ name: "parties", text: parties, values: [from, to] })).rows[0];
    const { credits, site_id } = (await client.query({ name: "pay", text: pay, values: [from] })).rows[0];
    const message = (await client.query({ name: "write", text: write, values: [id, from, text, key] })).rows[0].id;
    await client.query({ name: "book", text: book, values: [site_id, from, credits, message] });
    await client.query({ name: "tell", text: tell, values: [id, to] });
    await client.query("commit");
    return message;
  } finally {
    client.release();
  }
}

/** A narrow search, by the names of the product's query: one gender of a region, within some ages. */
type BareSearch = Record<"site" | "viewer" | "gender" | "country" | "countryregion" | "min_age" | "max_age", string>;

const dayYearsAgo = (years: number) => new Date(Date.now() - years * 31_556_952_000).toISOString().slice(0, 10);

const fits = `site_id = $1 and listed and gender = $2 and country = $3 and region = $4
  and date_of_birth > $5 and date_of_birth <= $6 and member_id <> $7`;

/** A member's facts that percentages need; the home is an index's `place`, or two columns of the table. */
const facts = "gender, seeks_men, seeks_women, date_of_birth, country, interest_bits, match_wishes, fact_bits";
const home = `degrees(asin(cube_ll_coord(place, 3) / earth()))::real as latitude,
  degrees(atan2(cube_ll_coord(place, 2), cube_ll_coord(place, 1)))::real as longitude`;
const factsOf = `select latitude, longitude, prefers_min_age, prefers_max_age, ${facts} from profiles where member_id = $1`;
const spot = "(select ll_to_earth($8, $9))";
/** The total, and the front of the order "for you" with its facts, the last active first of a score: by one index. */
const front = `with found as (
    select member_id, fictional, last_active_at, case when place <-> ${spot} <= gc_to_sec(50000) then 8
        when place <-> ${spot} <= gc_to_sec(100000) then 7 when country = $3 then 5 else 0 end
      + case when last_active_at > $10 then 4 else 0 end
      + case when fictional or member_id in (select member_id from profiles where automatic) then 0 else 16 end as score,
      place, ${facts}
    from profiles where ${fits} limit 10500
  ), page as (select * from found order by score desc, last_active_at desc, member_id desc limit 120)
  select (select count(*)::int from found where not fictional) as total, member_id, fictional, score,
    member_id in (select other_id from conversation_members where member_id = $7) as chatted, ${home}, ${facts}
  from page`;
/** The columns of a card as it is answered, and the facts that its percentage and distance need. */
const cards = `select p.member_id as id, p.name, p.region, p.premium, p.fictional, p.automatic,
    p.verified_at is not null as verified, p.last_active_at, p.created_at, p.latitude, p.longitude,
    ph.id as photo, ph.status, ph.width, ph.height, ph.thumbhash, ph.caption, ${facts.replaceAll(/\w+/g, "p.$&")},
    coalesce(c.names ->> 'en', c.name) as city, r.names ->> 'en' as region_name,
    exists (select from likes where from_id = $2 and to_id = p.member_id) as liked,
    exists (select from likes where from_id = p.member_id and to_id = $2) as likes_you
  from profiles p left join photos ph on ph.id = p.main_photo_id
    left join cities c on c.id = p.city_id left join regions r on r.code = p.region
  where p.member_id = any($1::uuid[])`;

type Found = MatchSide & { total: number; member_id: string; fictional: boolean; score: number; chatted: boolean };
type Viewer = MatchSide & Parameters<typeof wantedAges>[0];
/** The viewers' facts, which the product caches too. */
const viewers = new Map<string, Viewer>();

/** The same members in the same order as the product answers, with the total and all fields of their cards. */
export async function findMembers(client: pg.Pool, search: BareSearch): Promise<object> {
  const { site, viewer: id, gender, country, countryregion, min_age, max_age } = search;
  const viewer: Viewer =
    viewers.get(id) ?? (await client.query({ name: "viewer", text: factsOf, values: [id] })).rows[0];
  viewers.set(id, viewer);
  const now = new Date();
  const lately = new Date(now.getTime() - 30 * dayMs);
  const born = [dayYearsAgo(Number(max_age) + 1), dayYearsAgo(Number(min_age))];
  const values = [site, gender, country, countryregion, ...born, id, viewer.latitude, viewer.longitude, lately];
  const frontRows: Found[] = (await client.query({ name: "front", text: front, values })).rows;
  const { min, max } = wantedAges(viewer, ageAt(viewer.date_of_birth, now));
  const ranked = frontRows.map((row) => {
    const age = ageAt(row.date_of_birth, now);
    const step = ((row.chatted ? 0 : 64) + row.score) * 2 + Number(age >= min && age <= max);
    return { id: row.member_id, step: step * 102 + (row.fictional ? -1 : matchPercentage(viewer, row, now)) };
  });
  // stable: members of a step stay in the order of their last activity
  ranked.sort((a, b) => b.step - a.step);
  const ids = ranked.slice(0, 24).map(({ id: each }) => each);
  const { rows } = await client.query({ name: "cards", text: cards, values: [ids, id] });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return { members: ids.map((each) => cardOf(byId.get(each), viewer, now)), total: frontRows[0]?.total ?? 0 };
}

/** The fields of the product's card. */
function cardOf(row: pg.QueryResultRow, viewer: MatchSide, now: Date) {
  const side = row as MatchSide & { last_active_at: Date; created_at: Date };
  const { id, name, gender, country, region, region_name, city, premium, verified, fictional, automatic, liked } = row;
  const { photo, status, width, height, thumbhash, caption, likes_you } = row;
  const addressOf = (size: string) => `/photos/${photo}/${size}.webp`;
  return {
    ...{ id, name, gender, country, region, region_name, city, premium, verified, fictional, automatic, liked },
    age: ageAt(side.date_of_birth, now),
    distance: shownDistance(viewer, side),
    online: now.getTime() - side.last_active_at.getTime() < onlineMinutes * 60_000,
    new: now.getTime() - side.created_at.getTime() < newDays * dayMs,
    main_image: photo && {
      ...{ filename: addressOf("full"), card_filename: addressOf("card"), thumb_filename: addressOf("thumb") },
      ...{ match: addressOf("card"), status, width, height, thumbhash, locked: null, caption },
    },
    match: liked && likes_you,
    introduced: false,
    match_percentage: fictional ? null : shownPercentage(viewer, side, now),
  };
}

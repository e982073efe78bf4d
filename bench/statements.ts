import pg from "pg";
import { ageAt } from "#server/ages.ts";
// what percentages and distances cost is not the product's overhead: both sides compute them by the same functions
import { type MatchSide, matchPercentage, shownPercentage, wantedAges } from "#server/features/profiles/index.ts";
import { shownDistance } from "#server/features/sites/index.ts";

// dates stay calendar days, and bits numbers
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

/** The planner's settings for data in memory, as the product has them. */
export const connectionOptions = "-c random_page_cost=1.1 -c max_parallel_workers_per_gather=0 -c jit=off";

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
export async function sendInFive(client: pg.ClientBase, { from, to, text, key }: BareMessage): Promise<string> {
  await client.query("begin");
  const { id } = (await client.query({ name: "parties", text: parties, values: [from, to] })).rows[0];
  const { credits, site_id } = (await client.query({ name: "pay", text: pay, values: [from] })).rows[0];
  const message = (await client.query({ name: "write", text: write, values: [id, from, text, key] })).rows[0].id;
  await client.query({ name: "book", text: book, values: [site_id, from, credits, message] });
  await client.query({ name: "tell", text: tell, values: [id, to] });
  await client.query("commit");
  return message;
}

/** A narrow search: one gender of a region, within some ages. */
export type BareSearch = Record<"site" | "gender" | "country" | "region" | "bornAfter" | "bornBy" | "viewer", string>;

const fits = `site_id = $1 and listed and gender = $2 and country = $3 and region = $4
  and date_of_birth > $5 and date_of_birth <= $6 and member_id <> $7`;

type Queryable = { query(config: pg.QueryConfig): Promise<pg.QueryResult> };

/** A member's facts that percentages need; the home is an index's `place`, or two columns of the table. */
const facts = "gender, seeks_men, seeks_women, date_of_birth, country, interest_bits, match_wishes";
const home = `degrees(asin(cube_ll_coord(place, 3) / earth()))::real as latitude,
  degrees(atan2(cube_ll_coord(place, 2), cube_ll_coord(place, 1)))::real as longitude`;
const factsOf = `select latitude, longitude, prefers_min_age, prefers_max_age, ${facts} from profiles where member_id = $1`;
const spot = "(select ll_to_earth($8, $9))";
/** The total, and the front of the order "for you" with its facts: all from one index. */
const front = `with found as (
    select member_id, fictional, last_active_at, case when place <-> ${spot} <= gc_to_sec(50000) then 8
        when place <-> ${spot} <= gc_to_sec(100000) then 7 when country = $3 then 5 else 0 end
      + case when last_active_at > $10 then 4 else 0 end
      + case when fictional or member_id in (select member_id from profiles where automatic) then 0 else 16 end as score,
      place, ${facts}
    from profiles where ${fits} limit 10500
  ), page as (select * from found order by score desc, last_active_at desc, member_id desc limit 120)
  select (select count(*)::int from found where not fictional) as total, member_id, fictional, score, last_active_at,
    member_id in (select other_id from conversation_members where member_id = $7) as chatted, ${home}, ${facts}
  from page`;
const cards = `select p.member_id, p.name, p.region, p.premium, p.fictional, p.automatic, p.verified_at, p.last_active_at,
    p.created_at, ph.id as photo, ph.status, ph.width, ph.height, ph.thumbhash, ph.caption, p.latitude, p.longitude,
    ${facts.replaceAll(/\w+/g, "p.$&")},
    coalesce(c.names ->> 'en', c.name) as city_name, r.names ->> 'en' as region_name,
    exists (select from likes where from_id = $2 and to_id = p.member_id) as liked,
    exists (select from likes where from_id = p.member_id and to_id = $2) as likes_you
  from profiles p left join photos ph on ph.id = p.main_photo_id
    left join cities c on c.id = p.city_id left join regions r on r.code = p.region
  where p.member_id = any($1::uuid[])`;

type Ranked = MatchSide & {
  total: number;
  member_id: string;
  fictional: boolean;
  score: number;
  last_active_at: Date;
  chatted: boolean;
};
type Viewer = MatchSide & Parameters<typeof wantedAges>[0];
const viewers = new Map<string, Viewer>();

/** The viewer's facts, which the product caches too. */
async function factsOfViewer(client: Queryable, id: string): Promise<Viewer> {
  const viewer = viewers.get(id) ?? (await client.query({ name: "viewer", text: factsOf, values: [id] })).rows[0];
  viewers.set(id, viewer);
  return viewer;
}

/** The same members in the same order as the product answers, with the total and all fields of their cards. */
export async function findMembers(client: Queryable, search: BareSearch): Promise<object> {
  const { site, gender, country, region, bornAfter, bornBy, viewer: id } = search;
  const viewer = await factsOfViewer(client, id);
  const now = new Date();
  const lately = new Date(now.getTime() - 30 * 86_400_000);
  const values = [site, gender, country, region, bornAfter, bornBy, id, viewer.latitude, viewer.longitude, lately];
  const found: Ranked[] = (await client.query({ name: "front", text: front, values })).rows;
  const wanted = wantedAges(viewer, ageAt(viewer.date_of_birth, now));
  const ranked = found.map((row) => {
    const age = ageAt(row.date_of_birth, now);
    const percentage = row.fictional ? -1 : matchPercentage(viewer, row, now);
    return { row, percentage, isOfAge: age >= wanted.min && age <= wanted.max };
  });
  ranked.sort(
    (a, b) =>
      Number(a.row.chatted) - Number(b.row.chatted) ||
      b.row.score - a.row.score ||
      Number(b.isOfAge) - Number(a.isOfAge) ||
      b.percentage - a.percentage ||
      b.row.last_active_at.getTime() - a.row.last_active_at.getTime() ||
      (a.row.member_id < b.row.member_id ? 1 : -1),
  );
  const ids = ranked.slice(0, 24).map(({ row }) => row.member_id);
  const { rows } = await client.query({ name: "cards", text: cards, values: [ids, id] });
  const byId = new Map(rows.map((row) => [row.member_id, row]));
  return { members: ids.map((id) => cardOf(byId.get(id), viewer, now)), total: found[0]?.total ?? 0 };
}

/** The fields of the product's card. */
function cardOf(row: pg.QueryResultRow, viewer: MatchSide, now: Date) {
  const photo = `/photos/${row.photo}`;
  const side = row as unknown as MatchSide & { last_active_at: Date; created_at: Date };
  return {
    id: row.member_id,
    name: row.name,
    age: ageAt(side.date_of_birth, now),
    gender: row.gender,
    country: row.country,
    region: row.region,
    region_name: row.region_name,
    city: row.city_name,
    distance: shownDistance(viewer, side),
    online: now.getTime() - side.last_active_at.getTime() < 300_000,
    new: now.getTime() - side.created_at.getTime() < 7 * 86_400_000,
    premium: row.premium,
    verified: row.verified_at !== null,
    fictional: row.fictional,
    automatic: row.automatic,
    main_image: row.photo && {
      filename: `${photo}/full.webp`,
      card_filename: `${photo}/card.webp`,
      thumb_filename: `${photo}/thumb.webp`,
      match: `${photo}/card.webp`,
      status: row.status,
      width: row.width,
      height: row.height,
      thumbhash: row.thumbhash,
      locked: null,
      caption: row.caption,
    },
    liked: row.liked,
    match: row.liked && row.likes_you,
    introduced: false,
    match_percentage: row.fictional ? null : shownPercentage(viewer, side, now),
  };
}

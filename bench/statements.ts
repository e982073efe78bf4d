import type pg from "pg";

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

const all = `with c as (
    select id from conversations where a_id = least($1::uuid, $2::uuid) and b_id = greatest($1::uuid, $2::uuid)
  ), sent as (
    insert into messages (conversation_id, author_id, body, credits, key, created_at)
    select id, $1, $3, 1, $4, now() from c returning id
  ), paid as (
    update wallets set credits = credits - 1 where member_id = $1 returning credits, site_id
  ), booked as (
    insert into ledger (site_id, member_id, amount, balance, cause, cause_id, created_at)
    select site_id, $1, -1, credits, 'message', sent.id, now() from sent, paid
  ), told as (
    update conversation_members set unread = unread + (member_id = $2)::int, last_message_at = now()
    where conversation_id = (select id from c)
  )
  select id from sent`;

/** The same as one statement. */
export async function sendInOne(client: pg.ClientBase, { from, to, text, key }: BareMessage): Promise<string> {
  return (await client.query({ name: "all", text: all, values: [from, to, text, key] })).rows[0].id;
}

/** A narrow search: one gender of a region, within some ages, who look for the caller's gender. */
export type BareSearch = {
  site: number;
  gender: string;
  country: string;
  region: string;
  bornAfter: string;
  bornBy: string;
  viewer: string;
};

const fits = `site_id = $1 and listed and gender = $2 and country = $3 and region = $4
  and date_of_birth > $5 and date_of_birth <= $6 and member_id <> $7`;
const order = "order by last_active_at desc, member_id desc";
const list = `select member_id, name, gender, country, region, date_of_birth, premium, last_active_at, main_photo_id
  from profiles where ${fits} ${order} limit 25`;
const cards = `with page as (select member_id from profiles where ${fits} ${order} limit 25)
  select p.member_id, p.name, gender, p.country, p.region, date_of_birth, p.latitude, p.longitude, premium, fictional,
    last_active_at, ph.id, ph.status, ph.width, ph.height, ph.thumbhash,
    coalesce(c.names ->> 'en', c.name) as city_name, r.names ->> 'en' as region_name,
    exists (select from likes where from_id = $7 and to_id = p.member_id) as liked,
    exists (select from likes where from_id = p.member_id and to_id = $7) as likes_you
  from page join profiles p on p.member_id = page.member_id left join photos ph on ph.id = p.main_photo_id
    left join cities c on c.id = p.city_id left join regions r on r.code = p.region
  order by last_active_at desc, p.member_id desc`;
const count = `select count(*)::int as count from (select from profiles where ${fits} limit 10001) as found`;

function valuesOf({ site, gender, country, region, bornAfter, bornBy, viewer }: BareSearch) {
  return [site, gender, country, region, bornAfter, bornBy, viewer];
}

type Queryable = { query(config: pg.QueryConfig): Promise<pg.QueryResult> };

/** Only the first page of a search. */
export async function listMembers(client: Queryable, search: BareSearch): Promise<unknown[]> {
  return (await client.query({ name: "list", text: list, values: valuesOf(search) })).rows;
}

/** The same with the total and all fields of a card, as the product answers. */
export async function findMembers(client: Queryable, search: BareSearch): Promise<object> {
  const values = valuesOf(search);
  const [members, total] = await Promise.all([
    client.query({ name: "cards", text: cards, values }),
    client.query({ name: "count", text: count, values }),
  ]);
  return { members: members.rows, total: total.rows[0]?.count };
}

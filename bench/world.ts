import { sql } from "kysely";
import { interests } from "#contract/profiles.ts";
import type { Db } from "#server/db/pool.ts";
import { snapToGrid } from "#server/features/sites/index.ts";
import { completeSettings } from "#server/site-settings.ts";
import type { WorldSize } from "./report.ts";

/** Towns of the site's countries, each with its cumulative share of the people, to draw members' towns from. */
async function prepareTowns(db: Db): Promise<void> {
  const { countries } = completeSettings([]);
  const { rows } = await sql<{ id: number; latitude: number; longitude: number }>`
    select id, latitude, longitude from cities where country = any(${countries}) and not retired`.execute(db);
  const spots = rows.map(({ id, latitude, longitude }) => ({ id, ...snapToGrid(latitude, longitude) }));
  await sql`
    create temp table towns on commit drop as
      select id, country, region, spot.latitude, spot.longitude,
        sum(greatest(population, 1)) over (order by id)::float8 / sum(greatest(population, 1)) over () as share
      from cities join jsonb_to_recordset(${JSON.stringify(spots)}::jsonb)
        as spot (id int, latitude real, longitude real) using (id)`.execute(db);
  await sql`create index on towns (share)`.execute(db);
  await sql`analyze towns`.execute(db);
}

/**
 * Draws the members: 55 % men, 88 % hetero, ages from 18 with a long tail, half of them active within the last two
 * weeks, 3 % online, 7 % not confirmed, 1 % fictional. Those not confirmed signed up within a week: the product erases
 * older ones, each hour, also while it is measured.
 */
async function drawMembers(db: Db, members: number): Promise<void> {
  await sql`select setseed(0.42)`.execute(db);
  await sql`
    create temp table people on commit drop as
      with drawn as materialized (
        select n, gen_random_uuid() as id, case when random() < 0.55 then 'male' else 'female' end as gender,
          random() as leaning, random() as home, random() as age, random() as idle, random() as joined,
          random() as luck, random() as shown, (random() * 40)::int + 1 as taste
        from generate_series(1, ${members}::int) as n
      )
      select drawn.*, town.*,
        case when leaning < 0.07 then 'bi' when leaning >= 0.12 then 'hetero'
          when gender = 'male' then 'gay' else 'lesbian' end as sexuality,
        (now() - make_interval(days => 6575 + (21000 * age * age)::int))::date as date_of_birth,
        created_at,
        greatest(now() - make_interval(secs => case when idle < 0.03 then 10000 * idle else -1728000 * ln(1 - idle) end),
          created_at) as last_active_at
      from drawn cross join lateral (
        select id as city_id, country, region, latitude, longitude from towns where share >= home order by share limit 1
      ) as town
      cross join lateral (
        select now() - make_interval(days => case when shown < 0.07 then 7 else 1095 end) * joined as created_at
      ) as signup`.execute(db);
  await sql`create index on people (n)`.execute(db);
  await sql`analyze people`.execute(db);
}

async function insertMembers(db: Db, siteId: number): Promise<void> {
  await sql`
    insert into accounts (id, site_id, name, name_key, email, password_hash, language, status, created_at, confirmed_at)
    select id, ${siteId}, 'Member ' || n, 'member' || n, 'member' || n || '@example.org', '', 'en',
      case when shown < 0.07 then 'not_confirmed' else 'active' end, created_at,
      case when shown >= 0.07 then created_at end
    from people`.execute(db);
  await sql`
    insert into photos (site_id, member_id, status, width, height, thumbhash, created_at)
    select ${siteId}, id, case when luck < 0.04 then 'inspection' else 'active' end, 1280, 1600,
      'mQgKDYJ4eIeBh3h4eIeAh4d4CIYIeA', created_at
    from people, generate_series(1, 1 + n % 3) where shown < 0.8`.execute(db);
  await sql`
    insert into profiles (member_id, site_id, name, gender, sexuality, seeks_men, seeks_women, date_of_birth, country,
      region, city_id, latitude, longitude, main_photo_id, interests, about_me, premium, fictional, hides_fictional, listed, created_at,
      last_active_at)
    select people.id, ${siteId}, 'Member ' || n, gender, sexuality,
      sexuality in ('bi', 'gay') or (gender = 'female' and sexuality = 'hetero'),
      sexuality in ('bi', 'lesbian') or (gender = 'male' and sexuality = 'hetero'), date_of_birth, country, region, city_id, latitude,
      longitude, (select photos.id from photos where photos.member_id = people.id limit 1), (${interests as unknown as string[]}::text[])[taste:taste + 5], repeat('Likes long walks. ', taste / 3),
      luck < 0.08, luck > 0.99, luck < 0.02, shown >= 0.07, created_at, last_active_at
    from people`.execute(db);
  // as the trigger keep_interest_holders does for one member
  await sql`
    insert into interest_holders (interest_bits, member_id, date_of_birth, site_id, latitude_band, seeks_men, seeks_women,
      fictional, shows_photo, country, gender, interest)
    select interest_bits, member_id, date_of_birth, site_id, latitude_band, seeks_men, seeks_women,
      fictional, shows_photo, country, gender, code
    from profiles cross join unnest(interests) as code where listed`.execute(db);
}

/** Two likes for each member, and a conversation of so many paid messages for every second one. */
async function insertTalk(db: Db, siteId: number, { members, messages }: WorldSize): Promise<void> {
  await sql`
    insert into likes (from_id, to_id, site_id, seen, created_at)
    select a.id, b.id, ${siteId}, true, a.last_active_at
    from people a, generate_series(1, 2) as k, people b
    where b.n = 1 + (a.n * 7919::bigint + k * 104729) % ${members}::int and a.n <> b.n
    on conflict do nothing`.execute(db);
  await sql`
    insert into conversations (site_id, a_id, b_id, started_by, created_at)
    select ${siteId}, least(a.id, b.id), greatest(a.id, b.id), a.id, a.last_active_at
    from people a join people b on b.n = a.n + ${Math.floor(members / 2)}::int`.execute(db);
  await sql`
    insert into messages (conversation_id, author_id, body, credits, key, created_at)
    select id, case when k % 2 = 1 then a_id else b_id end, 'How was your week? We went to the sea again.', 1,
      gen_random_uuid(), created_at - make_interval(mins => ${messages}::int + 6 - k)
    from conversations, generate_series(1, ${messages}::int) as k
    -- each chat is spread over the table, as it grows beside the others
    order by k`.execute(db);
  await sql`
    insert into conversation_members (conversation_id, member_id, other_id, unread, last_message_at, wrote)
    select id, a_id, b_id, 1, created_at, true from conversations
    union all select id, b_id, a_id, 0, created_at, true from conversations`.execute(db);
}

/** More than a member spends while they are measured. */
const credits = 2_000_000;

/** Gives every member these credits beyond what their messages cost; every balance is the sum of its bookings. */
async function insertCredits(db: Db, siteId: number): Promise<void> {
  await sql`insert into wallets (member_id, site_id, credits) select id, ${siteId}, ${credits} from people`.execute(db);
  await sql`
    insert into ledger (site_id, member_id, amount, balance, cause, cause_id, created_at)
    select ${siteId}, people.id, ${credits} + count(messages.id), ${credits} + count(messages.id), 'demo', people.id,
      people.created_at
    from people left join messages on messages.author_id = people.id group by people.id, people.created_at`.execute(db);
  await sql`
    insert into ledger (site_id, member_id, amount, balance, cause, cause_id, created_at)
    select ${siteId}, author_id, -1,
      ${credits} + count(*) over (partition by author_id) - row_number() over (partition by author_id order by id),
      'message', id, created_at
    from messages`.execute(db);
}

/** Tables that get rows for each member. */
const filled = [
  "accounts",
  "photos",
  "profiles",
  "interest_holders",
  "likes",
  "conversations",
  "messages",
  "conversation_members",
  "wallets",
  "ledger",
];

/** They compute columns of a new row of `profiles`. */
const rowTriggers = ["keep_search_columns", "keep_fact_bits"];

/** Removes the indexes that no foreign key needs; returns the statements that make them again, after the rows. */
async function removeIndexes(db: Db): Promise<string[]> {
  const { rows } = await sql<{ drop: string; make: string }>`
    select case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
        else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as drop,
      case when c.oid is null then pg_get_indexdef(i.indexrelid)
        else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid)) end as make
    from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
    where i.indrelid = any(${filled}::text[]::regclass[])
      and not exists (select from pg_constraint where conindid = i.indexrelid and contype = 'f')`.execute(db);
  for (const { drop } of rows) await sql.raw(drop).execute(db);
  return rows.map(({ make }) => make);
}

/**
 * Fills the site with members, likes, conversations and bookings by set-based SQL; the places must be loaded. Without
 * messages there are no likes, chats or credits either: only searches are measured then.
 */
export async function buildWorld(db: Db, siteId: number, size: WorldSize): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`set local work_mem = '256MB'`.execute(trx);
    await sql`set local maintenance_work_mem = '1GB'`.execute(trx);
    const indexes = await removeIndexes(trx);
    await prepareTowns(trx);
    await drawMembers(trx, size.members);
    // foreign keys are not checked: each refers to a row that was drawn; of the triggers those of a row alone run
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const trigger of rowTriggers)
      await sql.raw(`alter table profiles enable always trigger ${trigger}`).execute(trx);
    await insertMembers(trx, siteId);
    for (const trigger of rowTriggers) await sql.raw(`alter table profiles enable trigger ${trigger}`).execute(trx);
    if (size.messages > 0) {
      await insertTalk(trx, siteId, size);
      await insertCredits(trx, siteId);
    }
    for (const index of indexes) await sql.raw(index).execute(trx);
  });
  await sql`vacuum (analyze)`.execute(db);
  // update online members repeatedly, as in real use: their rows then can't be read by index-only scans
  await sql`update profiles set last_active_at = now() where last_active_at > now() - interval '5 minutes'`.execute(db);
  await sql`checkpoint`.execute(db);
}

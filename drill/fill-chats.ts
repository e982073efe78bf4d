import { type RawBuilder, sql } from "kysely";
import { listMovedTables } from "#server/db/moved-tables.ts";
import type { DbPool } from "#server/db/pool.ts";

/** Messages in a chat of two. */
export const perChat = 20;

/** SQL: an id of version 4 that is the same for the same text. */
const idOf = (text: RawBuilder<unknown>) =>
  sql`overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`;

/** Copies of a member who chat in pairs: each message is paid. */
export async function fillChats(
  db: DbPool,
  { siteId, member, messages }: { siteId: number; member: { id: string }; messages: number },
): Promise<void> {
  const tables = await listMovedTables(db);
  const people = (2 * messages) / perChat;
  for (const table of ["accounts", "profiles", "wallets"]) {
    const columns = tables.find((each) => each.table === table)?.columns ?? [];
    const key = table === "accounts" ? "id" : "member_id";
    const names = sql.join(columns.map((name) => sql.ref(name)));
    const values = sql.join(columns.map((name) => sql`(x.r).${sql.ref(name)}`));
    await sql`insert into ${sql.table(table)} (${names}) select ${values} from (
      select jsonb_populate_record(t, jsonb_build_object(${sql.lit(key)}, ${idOf(sql`'person ' || n`)}, 'credits', 1000,
        'name', 'person ' || n, 'name_key', 'person ' || n, 'email', 'person' || n || '@example.org')) as r
      from ${sql.table(table)} as t, generate_series(1, ${people}::int) as n
      where t.${sql.ref(key)} = ${member.id} offset 0) as x`.execute(db);
  }
  const pairs = sql`(select ${idOf(sql`'chat ' || n`)} as id, least(one, two) as a, greatest(one, two) as b
    from generate_series(1, ${messages / perChat}::int) as n,
      lateral (select ${idOf(sql`'person ' || 2 * n - 1`)} as one, ${idOf(sql`'person ' || 2 * n`)} as two) as who) as chat`;
  await sql`insert into conversations (id, site_id, a_id, b_id, started_by, created_at)
    select id, ${siteId}::smallint, a, b, a, now() from ${pairs}`.execute(db);
  await sql`insert into conversation_members (conversation_id, member_id, other_id, unread, wrote, last_message_at)
    select id, a, b, 0, true, now() from ${pairs} union all select id, b, a, 0, true, now() from ${pairs}`.execute(db);
  await sql`insert into messages (id, conversation_id, author_id, author_kind, body, credits, key, created_at)
    select uuidv7(), id, case when n % 2 = 0 then a else b end, 'member', 'What did you do at the weekend? ' || n, 1,
      gen_random_uuid(), now() + n * interval '1 second'
    from ${pairs}, generate_series(1, ${perChat}::int) as n`.execute(db);
  await sql`insert into ledger (site_id, member_id, amount, balance, cause, cause_id, created_at)
    select ${siteId}::smallint, ${idOf(sql`'person ' || n`)}, ${1000 + perChat / 2}::int, ${1000 + perChat / 2}::int, 'demo',
      gen_random_uuid(), now() - interval '1 day'
    from generate_series(1, ${people}::int) as n`.execute(db);
  await sql`insert into ledger (site_id, member_id, amount, balance, cause, cause_id, created_at)
    select ${siteId}::smallint, author_id, -1, 1000, 'message', id, created_at from messages
    where body like 'What did%' order by created_at`.execute(db);
}

import { sql } from "kysely";
import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import { getFair } from "#contract/fair.ts";
import { openPool } from "#server/db/pool.ts";
import { countAnswerOdds } from "#server/features/chat/first-messages/count-odds.ts";
import { findPromiseOffer } from "#server/features/chat/promise/answer-promises-store.ts";
import { settlePromises } from "#server/features/chat/promise/settle-promise.ts";
import { expect, type Fixtures, test } from "#server/test.ts";
import { countFair } from "./count-day.ts";

const members = 4_000;
const chats = 60_000;
/** First messages of the last days whose promise is over, and not settled yet. */
const backlog = 2_000;

/** SQL: the id of the member with a number. */
const memberId = (number: string) => `('00000000-0000-4000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`;

/** Plants members, and chats of two months: a first message each, promised; every fourth was answered. */
async function plant({ db, clock }: Fixtures["services"], siteId: number): Promise<void> {
  const now = `'${clock.now().toISOString()}'::timestamptz`;
  const run = (text: string) => sql.raw(text).execute(db);
  const numbers = `generate_series(1, ${members}) n`;
  await run(`insert into accounts (id, site_id, name, name_key, email, password_hash, language, status, created_at)
    select ${memberId("n")}, ${siteId}, 'm' || n, 'm' || n, 'm' || n || '@example.org', 'x', 'en', 'active', ${now}
    from ${numbers}`);
  await run(`insert into profiles (member_id, site_id, name, gender, sexuality, seeks_men, seeks_women, date_of_birth,
      country, listed, created_at, last_active_at)
    select ${memberId("n")}, ${siteId}, 'm' || n, case when n % 2 = 0 then 'male' else 'female' end, 'hetero',
      n % 2 = 1, n % 2 = 0, '1990-01-01', 'NL', true, ${now}, ${now} from ${numbers}`);
  await run(`insert into wallets (member_id, site_id, credits) select ${memberId("n")}, ${siteId}, 0 from ${numbers}`);
  await run(`insert into conversations (site_id, a_id, b_id, started_by, created_at)
    select ${siteId}, least(x, y), greatest(x, y), x, ${now} - (n % 60) * interval '1 day' - interval '1 hour'
    from (select n, ${memberId(`1 + n % ${members}`)} as x,
      ${memberId(`1 + (n % ${members} + 1 + n / ${members} * 7) % ${members}`)} as y
      from generate_series(1, ${chats}) n) as pair`);
  await run(`insert into conversation_members (conversation_id, member_id, other_id, last_message_at, wrote)
    select c.id, side, case when side = a_id then b_id else a_id end, c.created_at, side = started_by
    from conversations c, unnest(array[a_id, b_id]) side`);
  await run(`insert into messages (conversation_id, author_id, body, credits, key, created_at)
    select id, started_by, 'Hello', 1, id, created_at from conversations`);
  const outcome = `case when row_number() over (order by c.created_at desc) <= ${backlog} then null
    when hashtext(c.id::text) % 4 = 0 then 'answered' else 'no_answer' end`;
  await run(`insert into answer_promises (message_id, site_id, conversation_id, author_id, recipient_id, credits,
      sent_at, due_at, outcome, ended_at)
    select message_id, ${siteId}, id, started_by, case when started_by = a_id then b_id else a_id end, 1, created_at,
      created_at + interval '7 days', outcome, case when outcome is not null then created_at + interval '7 days' end
    from (select c.*, m.id as message_id, ${outcome} as outcome from conversations c
      join messages m on m.conversation_id = c.id where c.created_at < ${now} - interval '7 days') as over`);
  await run(`insert into ledger (site_id, member_id, amount, balance, cause, cause_id, created_at)
    select ${siteId}, author_id, 1, 1, outcome, message_id, ended_at from answer_promises where outcome = 'no_answer'`);
  await run("update wallets w set credits = (select count(*) from ledger where member_id = w.member_id)");
  await run(
    "analyze accounts, profiles, wallets, conversations, conversation_members, messages, ledger, answer_promises",
  );
}

/** The most rows that one step of a plan read, or left out. */
function mostRows(plan: string): number {
  const counts = [...plan.matchAll(/rows=([\d.]+) loops=(\d+)|Rows Removed by [^:]+: (\d+)/g)];
  return Math.max(...counts.map(([, rows, loops, removed]) => Number(removed ?? Number(rows) * Number(loops))));
}

/** Services whose database explains each statement that it runs; returns the most rows that a step of one read. */
function explaining(services: Fixtures["services"]) {
  const { db, pool } = openPool(services.config.databaseUrl ?? "", 4, () => {});
  let most = 0;
  pool.on("connect", (client) => {
    type Query = (config: unknown, values?: unknown) => Promise<{ rows: Record<string, string>[] }>;
    const query = client.query.bind(client) as unknown as Query;
    const explained: Query = async (config, values) => {
      const { text = config, values: bound = values } = config as { text?: unknown; values?: unknown };
      if (/^\s*(?:\/\*.*?\*\/\s*)?(?:select|with)/i.test(String(text))) {
        const { rows } = await query(`explain (analyze) ${String(text)}`, bound);
        most = Math.max(most, mostRows(rows.map((row) => row["QUERY PLAN"]).join("\n")));
      }
      return await query(config, values);
    };
    client.query = explained as unknown as typeof client.query;
  });
  return {
    services: { ...services, db },
    end: async () => {
      await pool.end();
      return most;
    },
  };
}

test(`R10.01 R10.03 R10.04 with ${chats} first messages a night reads what is new, and a backlog drains`, async ({
  services,
  siteIds,
  client,
}) => {
  const { db, clock } = services;
  await plant(services, siteIds[0]);
  const promises = db.selectFrom("answer_promises").select(({ fn }) => fn.countAll<number>().as("count"));
  const total = Number((await promises.executeTakeFirstOrThrow()).count);
  expect(total).toBeGreaterThan(chats * 0.8);

  // whether a first message is promised is asked before each one, and finds the pair by its index
  const offer = explaining(services);
  const [one, other] = [memberId("1"), memberId("3")].map((id) => sql<{ id: string }>`select ${sql.raw(id)} as id`);
  const idOf = async (query = one) => (await query?.execute(db))?.rows[0]?.id ?? "";
  await findPromiseOffer(offer.services.db, await idOf(one), await idOf(other));
  expect(await offer.end()).toBeLessThan(100);

  await countFair.run(services, {});
  const published = async () => (await client.call(getFair)).body.days.at(-1)?.first_messages;
  const before = await published();

  // a worker that was off: the backlog is settled, each promise once, also by two at once; what one of them finds
  // locked for long, as on a machine that stalls, the next run settles
  await Promise.allSettled([settlePromises.run(services, {}), settlePromises.run(services, {})]);
  await settlePromises.run(services, {});
  const open = await promises.where("outcome", "is", null).executeTakeFirstOrThrow();
  expect(Number(open.count)).toBe(0);
  const { rows } = await sql<{ wrong: number; back: number }>`
    select (select count(*)::int from wallets w
      where credits <> (select coalesce(sum(amount), 0) from ledger where member_id = w.member_id)) as wrong, (select count(*)::int from ledger where created_at = ${clock.now()}) as back`.execute(
    db,
  );
  expect(rows).toEqual([{ wrong: 0, back: backlog }]);

  clock.advance(dayMs);
  const night = explaining(services);
  await countFair.run(night.services, {});
  // members are counted anew each night; of the rest what came since, once for each gender
  expect(await night.end()).toBeLessThan(members + 2 * backlog);
  const after = await published();
  const back = (shown = before) => (shown?.male.no_answer.messages ?? 0) + (shown?.female.no_answer.messages ?? 0);
  expect(Math.abs(back(after) - back(before) - backlog)).toBeLessThanOrEqual(20);
  expect((await client.call(getFair)).body.days.at(-1)?.day).toBe(dayOf(new Date(clock.now().getTime() - dayMs)));

  await countAnswerOdds.run(services, {});
  const odds = db.selectFrom("answer_odds").select(({ fn }) => fn.countAll<number>().as("count"));
  expect(Number((await odds.executeTakeFirstOrThrow()).count)).toBeGreaterThan(members * 0.9);
}, 600_000);

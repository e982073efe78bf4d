// Opens a long chat in a database with few messages of other members, and in one with many.
import { sql } from "kysely";
import { createSession } from "#server/features/auth/index.ts";
import { systemRandom } from "#server/lib/random.ts";
import type { BenchDatabase } from "./database.ts";
import { loadHttp } from "./load.ts";
import { type Measured, measureInTurn, type Side } from "./rounds.ts";

/** Messages of each chat that is opened, and how many such chats there are. */
const longChat = 1_000;
const longChats = 32;
/** Filler messages inserted by one statement. */
const batch = 500_000;

type Chat = { id: string; cookie: string };

/** Makes some conversations long, and logs in one member of each. */
async function prepareChats({ db, siteId }: BenchDatabase): Promise<Chat[]> {
  const { rows } = await sql<{ id: string; member: string }>`
    select c.id, c.a_id as member
    from conversations c join profiles a on a.member_id = c.a_id join profiles b on b.member_id = c.b_id
    where a.listed and b.listed and not b.fictional and c.site_id = ${siteId} order by c.id limit ${longChats}`.execute(
    db,
  );
  await sql`
    insert into messages (conversation_id, author_id, body, credits, key, created_at)
    select c.id, case when k % 2 = 1 then a_id else b_id end, 'How was your week? We went to the sea again.', 0,
      gen_random_uuid(), now() - make_interval(mins => ${longChat}::int - k)
    from conversations c, generate_series(1, ${longChat}::int) as k
    where c.id = any(${rows.map(({ id }) => id)}::uuid[])`.execute(db);
  return await Promise.all(
    rows.map(async ({ id, member }) => {
      const now = new Date();
      const token = await createSession(db, systemRandom, { accountId: member, userAgent: "bench", now });
      return { id, cookie: `auth=${token}` };
    }),
  );
}

async function countAll({ db }: BenchDatabase): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from messages`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Fills the other conversations evenly, until there are `wanted` messages in all. */
async function fillTo(database: BenchDatabase, chats: readonly Chat[], wanted: number, say: (line: string) => void) {
  const long = chats.map(({ id }) => id);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from conversations where id <> all(${long}::uuid[])`.execute(database.db);
  const others = rows[0]?.count ?? 0;
  for (let count = await countAll(database); count < wanted; count += batch) {
    const missing = Math.min(batch, wanted - count);
    await sql`
      insert into messages (conversation_id, author_id, body, credits, key, created_at)
      select other.id, other.a_id, 'How was your week? We went to the sea again.', 0, gen_random_uuid(),
        now() - make_interval(secs => random() * 31536000)
      from (
        select id, a_id, row_number() over () as n from conversations where id <> all(${long}::uuid[])
      ) as other
      join generate_series(1, ${missing}::int) as k on other.n = 1 + k % ${others}::bigint`.execute(database.db);
    say(`${count + missing} messages`);
  }
  await sql`vacuum (analyze) messages`.execute(database.db);
  await sql`checkpoint`.execute(database.db);
}

/** Measures the same calls twice: with the messages that there are, and with `messages` of them. */
export async function measureChat(
  database: BenchDatabase,
  origin: string,
  how: { rounds: number; seconds: number; messages: number; say: (line: string) => void },
): Promise<Measured[]> {
  const chats = await prepareChats(database);
  await sql`vacuum (analyze) messages`.execute(database.db);
  const sideOf = (name: string): Side => {
    let turn = 0;
    let expected = 500;
    return {
      name,
      async run(seconds) {
        const sample = await loadHttp(origin, Math.round(expected * seconds), () => {
          const chat = chats[turn++ % chats.length];
          return {
            method: "GET",
            path: `/api/chat.php?conversation=${chat?.id}`,
            headers: { cookie: chat?.cookie ?? "" },
          };
        });
        expected = sample.perSecond;
        return sample;
      },
    };
  };
  const measure = async () => {
    const name = `chat of ${longChat} messages among ${await countAll(database)}`;
    return await measureInTurn([sideOf(name)], { ...how, meter: database.meter });
  };
  const few = await measure();
  await fillTo(database, chats, how.messages, how.say);
  return [...few, ...(await measure())];
}

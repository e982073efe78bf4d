import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { createSession } from "#server/features/auth/index.ts";
import { book } from "#server/features/credits/index.ts";
import { systemRandom } from "#server/lib/random.ts";
import type { BenchDatabase } from "./database.ts";
import { connections, loadSql } from "./load.ts";
import type { Side } from "./rounds.ts";
import { createHttpSide } from "./search.ts";
import { type BareMessage, sendInFive } from "./statements.ts";

const text = "Hello, how was your week? We went to the sea again.";
const plenty = 2_000_000;

/** Sixteen members with a conversation, a session and plenty of credits. */
async function prepareSenders({ db, siteId }: BenchDatabase) {
  const pairs = await sql<{ from: string; to: string }>`
    select c.a_id as from, c.b_id as to
    from conversations c join profiles a on a.member_id = c.a_id join profiles b on b.member_id = c.b_id
    where a.listed and b.listed and c.site_id = ${siteId}
    order by c.id limit ${connections}`.execute(db);
  return await Promise.all(
    pairs.rows.map(async ({ from, to }) => {
      const now = new Date();
      await book(db, { memberId: from, siteId, amount: plenty, cause: "demo", causeId: randomUUID(), now });
      const token = await createSession(db, systemRandom, { accountId: from, userAgent: "bench", now });
      return { from, to, cookie: `auth=${token}` };
    }),
  );
}

/** The sides of the benchmark "send": the baselines, then the product. */
export async function sendSides(database: BenchDatabase, origins: { product: string; bare: string }) {
  const senders = await prepareSenders(database);
  const findSender = (connection: number) => senders[connection % senders.length] ?? { from: "", to: "", cookie: "" };
  let acknowledged = 0;
  const bareMessage = (connection: number): BareMessage => {
    const { from, to } = findSender(connection);
    return { from, to, text, key: randomUUID() };
  };
  const sqlSide: Side = {
    name: "SQL, 5 statements",
    async run(seconds) {
      const sample = await loadSql(database.url, seconds, async (client, connection) => {
        await sendInFive(client, bareMessage(connection));
      });
      acknowledged += sample.done;
      return sample;
    },
  };
  const httpSide = (...side: Parameters<typeof createHttpSide>): Side => {
    const { name, run } = createHttpSide(...side);
    return {
      name,
      async run(seconds) {
        const sample = await run(seconds);
        acknowledged += sample.done;
        return sample;
      },
    };
  };
  const bareSide = httpSide("bare HTTP, 5 statements", origins.bare, (connection) => ({
    ...{ method: "POST", path: "/five", headers: { "content-type": "application/json" } },
    body: JSON.stringify(bareMessage(connection)),
  }));
  const product = httpSide("product", origins.product, (connection) => {
    const { to, cookie } = findSender(connection);
    return {
      method: "POST",
      path: "/api/message.php",
      headers: {
        cookie,
        "content-type": "application/json",
        "sec-fetch-site": "same-origin",
        "idempotency-key": randomUUID(),
      },
      body: JSON.stringify({ member: to, text }),
    };
  });
  const sides = [sqlSide, bareSide, product];
  return { sides, acknowledged: () => acknowledged };
}

/** The number of messages, and of members whose balance is not the sum of their ledger. */
export async function countMessages({ db }: BenchDatabase): Promise<{ messages: number; unbalanced: number }> {
  const { rows } = await sql<{ messages: number; unbalanced: number }>`
    select (select count(*)::int from messages) as messages,
      (select count(*)::int from wallets left join
        (select member_id, sum(amount) as booked from ledger group by member_id) as sums using (member_id)
        where credits <> coalesce(booked, 0)) as unbalanced`.execute(db);
  return rows[0] ?? { messages: 0, unbalanced: 0 };
}

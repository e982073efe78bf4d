import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { sendMessage } from "#contract/chat.ts";
import type { BenchDatabase } from "./database.ts";
import { connections, loadSql } from "./load.ts";
import { preparePairs, writeRequest } from "./pairs.ts";
import type { Side } from "./rounds.ts";
import { createHttpSide } from "./search.ts";
import { type BareMessage, sendInFive } from "./statements.ts";

const text = "Hello, how was your week? We went to the sea again.";

/** The sides of the benchmark "send": the baselines, then the product. */
export async function sendSides(database: BenchDatabase, origins: { product: string; bare: string }) {
  const pairs = await preparePairs(database, connections);
  const pairOf = (connection: number) => {
    const pair = pairs[connection % pairs.length];
    if (pair === undefined) throw new Error("there are no pairs to send messages");
    return pair;
  };
  const bareMessage = (connection: number): BareMessage => {
    const { from, to } = pairOf(connection);
    return { from, to, text, key: randomUUID() };
  };
  const sqlSide: Side = {
    name: "SQL, 5 statements",
    run: (seconds) =>
      loadSql(database.url, seconds, async (client, connection) => {
        await sendInFive(client, bareMessage(connection));
      }),
  };
  const bareSide = createHttpSide("bare HTTP, 5 statements", origins.bare, (connection) => ({
    ...{ method: "POST", path: "/five", headers: { "content-type": "application/json" } },
    body: JSON.stringify(bareMessage(connection)),
  }));
  const product = createHttpSide("product", origins.product, (connection) => {
    const { to, senderCookie } = pairOf(connection);
    return writeRequest(sendMessage, senderCookie, { member: to, text });
  });
  let acknowledged = 0;
  const sides = [sqlSide, bareSide, product].map(({ name, run }): Side => {
    const counted = async (seconds: number) => {
      const sample = await run(seconds);
      acknowledged += sample.done;
      return sample;
    };
    return { name, run: counted };
  });
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

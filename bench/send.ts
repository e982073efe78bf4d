import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pg from "pg";
import { sendMessage } from "#contract/chat.ts";
import type { BenchSite } from "./database.ts";
import { connections, repeat, timed } from "./load.ts";
import { preparePairs, writeRequest } from "./members.ts";
import { atLeast, atMost, type Part, sidesTable } from "./report.ts";
import { usualMembers } from "./results.ts";
import { httpSide, measureInTurn, median, type RunLength, type Side } from "./rounds.ts";
import { type BareMessage, connectionOptions, sendInFive } from "./statements.ts";

const text = "Hello, how was your week? We went to the sea again.";

/** The baselines, then the product. */
export async function sendSides(site: BenchSite): Promise<[Side, Side, Side]> {
  const pairs = await preparePairs(site, connections);
  const pairOf = (connection: number) => {
    const pair = pairs[connection % pairs.length];
    if (pair === undefined) throw new Error("there are no pairs to send messages");
    return pair;
  };
  const bareMessage = (connection: number): BareMessage => {
    const { from, to } = pairOf(connection);
    return { from, to, text, key: randomUUID() };
  };
  const viaSql = async (seconds: number) => {
    const pool = new pg.Pool({ connectionString: site.url, options: connectionOptions, max: connections });
    const clients = await Promise.all(Array.from({ length: connections }, () => pool.connect()));
    const tasks = clients.map((client, own) => () => timed(() => sendInFive(client, bareMessage(own))));
    try {
      return await repeat(seconds, tasks);
    } finally {
      for (const client of clients) client.release();
      await pool.end();
    }
  };
  const bare = httpSide("bare HTTP, 5 statements", site.bare, (connection) => ({
    ...{ method: "POST", path: "/five", headers: { "content-type": "application/json" } },
    body: JSON.stringify(bareMessage(connection)),
  }));
  const product = httpSide("product", site.product, (connection) => {
    const { to, senderCookie } = pairOf(connection);
    return writeRequest(sendMessage, senderCookie, { member: to, text });
  });
  return [{ name: "SQL, 5 statements", run: viaSql }, bare, product];
}

/** The number of messages, and of members whose balance is not the sum of their ledger. */
async function countMessages({ db }: BenchSite): Promise<{ messages: number; unbalanced: number }> {
  const { rows } = await sql<{ messages: number; unbalanced: number }>`
    select (select count(*)::int from messages) as messages,
      (select count(*)::int from wallets left join
        (select member_id, sum(amount) as booked from ledger group by member_id) as sums using (member_id)
        where credits <> coalesce(booked, 0)) as unbalanced`.execute(db);
  return rows[0] ?? { messages: 0, unbalanced: 0 };
}

/** Paid messages. Fails if one that was acknowledged is not stored, or a balance is not the sum of its ledger. */
export async function send(site: BenchSite, how: RunLength): Promise<Part> {
  let acknowledged = 0;
  const counted = ({ name, run }: Side): Side => ({
    name,
    async run(seconds) {
      const sample = await run(seconds);
      acknowledged += sample.done;
      return sample;
    },
  });
  const [viaSql, bareRoute, call] = await sendSides(site);
  const before = await countMessages(site);
  const sides = await measureInTurn([counted(viaSql), counted(bareRoute), counted(call)], {
    ...how,
    meter: site.meter,
  });
  const after = await countMessages(site);
  const stored = after.messages - before.messages;
  if (stored !== acknowledged) throw new Error(`${acknowledged} messages acknowledged, ${stored} stored`);
  if (after.unbalanced > 0) throw new Error(`${after.unbalanced} balances are not the sum of their ledger`);
  const [statements, bare, product] = sides;
  const rate = median(product.perSecond) / median(statements.perSecond);
  const goals = [
    atLeast("send: rate ÷ 5 statements in SQL", rate, site.members > usualMembers ? 0.6 : 0.65),
    atMost("send: p99 ÷ bare HTTP's", median(product.p99) / median(bare.p99), 2),
  ];
  const proof = `${stored} messages acknowledged and stored; every balance is the sum of its ledger.`;
  return { sides, goals, text: `${sidesTable("send", sides, product)}\n\n${proof}` };
}

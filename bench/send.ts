import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { sendMessage } from "#contract/chat.ts";
import { findUnbalanced } from "#server/features/credits/index.ts";
import type { BenchSite } from "./database.ts";
import { connections, repeat, timed } from "./load.ts";
import { prepareTalkers, type Talker, writeRequest } from "./members.ts";
import { atLeast, atMost, type Part, sidesTable } from "./report.ts";
import { httpSide, measureInTurn, median, type RunLength, type Side } from "./rounds.ts";
import { type BareMessage, openBarePool, sendInFive } from "./statements.ts";

const text = "Hello, how was your week? We went to the sea again.";
const bareMessage = ({ id, other }: Talker): BareMessage => ({ from: id, to: other, text, key: randomUUID() });

const countMessages = async ({ db }: BenchSite) =>
  (await sql<{ count: number }>`select count(*)::int as count from messages`.execute(db)).rows[0]?.count ?? 0;

/** Bytes of WAL so far. */
const walBytes = async ({ db }: BenchSite) =>
  (await sql<{ bytes: number }>`select (pg_current_wal_insert_lsn() - '0/0')::float8 as bytes`.execute(db)).rows[0]
    ?.bytes ?? 0;

/** Bytes of the tables that a send adds a row to, with their indexes. */
async function tableBytes({ db }: BenchSite) {
  const { rows } = await sql<{ messages: number; ledger: number }>`
    select pg_total_relation_size('messages')::float8 as messages, pg_total_relation_size('ledger')::float8 as ledger
  `.execute(db);
  return rows[0] ?? { messages: 0, ledger: 0 };
}

/** Updates of `conversation_members` so far: of all rows, and of those that stayed in place (HOT). */
async function countUpdates({ db }: BenchSite) {
  const { rows } = await sql<{ all: number; in_place: number }>`
    select n_tup_upd::int as all, n_tup_hot_upd::int as in_place from pg_stat_user_tables
    where relname = 'conversation_members'`.execute(db);
  return rows[0] ?? { all: 0, in_place: 0 };
}

/** Paid messages. Fails if one that was acknowledged is not stored, or a balance is not the sum of its ledger. */
export async function send(site: BenchSite, how: RunLength): Promise<Part> {
  const senders = (await prepareTalkers(site, connections)).filter((_, index) => index % 2 === 0);
  const senderOf = (connection: number) => {
    const sender = senders[connection % senders.length];
    if (sender === undefined) throw new Error("there is no conversation to send messages");
    return sender;
  };
  let acknowledged = 0;
  const counted = ({ name, run }: Side): Side => ({
    name,
    async run(seconds) {
      const sample = await run(seconds);
      acknowledged += sample.done;
      return sample;
    },
  });
  await using running = new AsyncDisposableStack();
  const pool = running.adopt(openBarePool(site.url), (opened) => opened.end());
  const tasks = senders.map((sender) => () => timed(() => sendInFive(pool, bareMessage(sender))));
  const viaSql: Side = { name: "SQL, 5 statements", run: (seconds) => repeat(seconds, tasks) };
  const bareRoute = httpSide("bare HTTP, 5 statements", site.bare, (connection) => ({
    ...{ method: "POST", path: "/five", headers: { "content-type": "application/json" } },
    body: JSON.stringify(bareMessage(senderOf(connection))),
  }));
  const product = httpSide("product", site.product, (connection) => {
    const { cookie, other } = senderOf(connection);
    return writeRequest(sendMessage, cookie, { member: other, text });
  });
  // the lowest of the runs: after a checkpoint, images of whole pages are added
  let walOfASend = Number.POSITIVE_INFINITY;
  const call: Side = {
    name: product.name,
    async run(seconds) {
      const start = await walBytes(site);
      const sample = await product.run(seconds);
      walOfASend = Math.min(walOfASend, ((await walBytes(site)) - start) / sample.done);
      return sample;
    },
  };
  const before = await countMessages(site);
  const updates = await countUpdates(site);
  const size = await tableBytes(site);
  const sides = await measureInTurn(site, how, [counted(viaSql), counted(bareRoute), counted(call)]);
  const inserted = (await countMessages(site)) - before;
  if (inserted !== acknowledged) throw new Error(`${acknowledged} messages acknowledged, ${inserted} stored`);
  const unbalanced = await findUnbalanced(site.db);
  if (unbalanced.length > 0) throw new Error(`${unbalanced.length} balances are not the sum of their ledger`);
  const after = await countUpdates(site);
  const inPlace = (after.in_place - updates.in_place) / (after.all - updates.all);
  const [statements, bare, ours] = sides;
  const rate = median(ours.perSecond) / median(statements.perSecond);
  const goals = [
    atLeast("send: rate ÷ 5 statements in SQL", rate, site.isLarge ? 0.6 : 0.65),
    atMost("send: p99 ÷ bare HTTP's", median(ours.p99) / median(bare.p99), 2),
    atMost("send: bytes of WAL for each", walOfASend, 1_800),
    atLeast("send: updates of conversation_members in place", inPlace, 0.95),
  ];
  const proof = `${inserted} messages acknowledged and stored; every balance is the sum of its ledger.`;
  const grown = await tableBytes(site);
  const bytes = {
    message: Math.round((grown.messages - size.messages) / inserted),
    ledger: Math.round((grown.ledger - size.ledger) / inserted),
  };
  const storage = `With their indexes a message takes ${bytes.message} bytes, its line of the ledger ${bytes.ledger}.`;
  return { sides, figures: { bytes }, goals, text: `${sidesTable("send", sides, ours)}\n\n${proof}\n${storage}` };
}

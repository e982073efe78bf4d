// How fast an event reaches the open page of another member, with many pages open and many events a second.
import { randomUUID } from "node:crypto";
import { Agent, type ClientRequest, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { sql } from "kysely";
import pLimit from "p-limit";
import { createSession } from "#server/features/auth/index.ts";
import { systemRandom } from "#server/lib/random.ts";
import type { BenchDatabase } from "./database.ts";
import { ask, type HttpRequest } from "./load.ts";
import type { BenchServer } from "./servers.ts";
import { residentMemory } from "./whole.ts";

/**
 * Milliseconds from sending to the arrival at the recipient's page; `kilobytes` of the server's memory for each stream.
 */
export type Live = { p50: number; p99: number; perSecond: number; lost: number; kilobytes: number; streams: number };

export type LivePair = { from: string; to: string; senderCookie: string; cookie: string };

/** The servers of the streams and of the senders; the same server unless events go through Redis. */
export type LiveSide = {
  streams: BenchServer;
  senders: BenchServer;
  streamOf(pair: LivePair): { path: string; headers: Record<string, string> };
  /** The request that makes an event whose data hold `mark`. */
  send(pair: LivePair, mark: string): HttpRequest;
};

/** Pairs of members with a conversation and sessions. Each member is in one pair only. */
export async function preparePairs({ db, siteId }: BenchDatabase, amount: number): Promise<LivePair[]> {
  const { rows } = await sql<{ from: string; to: string }>`
    select c.a_id as from, c.b_id as to
    from conversations c join profiles a on a.member_id = c.a_id join profiles b on b.member_id = c.b_id
    where a.listed and b.listed and not a.fictional and not b.fictional and c.site_id = ${siteId}
    order by c.id limit ${amount}`.execute(db);
  const members = rows.flatMap(({ from, to }) => [from, to]);
  await sql`update wallets set credits = credits + 1000000 where member_id = any(${members}::uuid[])`.execute(db);
  const atOnce = pLimit(8);
  const logIn = (accountId: string) =>
    atOnce(async () => {
      const now = new Date();
      return `auth=${await createSession(db, systemRandom, { accountId, userAgent: "bench", now })}`;
    });
  return await Promise.all(
    rows.map(async (pair) => ({ ...pair, senderCookie: await logIn(pair.from), cookie: await logIn(pair.to) })),
  );
}

/** Opens a stream; calls `onMark` with each mark that its events hold. Resolves once the server has answered. */
export async function openStream(
  origin: string,
  { path, headers }: ReturnType<LiveSide["streamOf"]>,
  onMark: (mark: string) => void,
): Promise<ClientRequest> {
  const { promise, resolve, reject } = Promise.withResolvers<ClientRequest>();
  const outgoing = request(`${origin}${path}`, { agent: false, headers: { accept: "text/event-stream", ...headers } });
  outgoing.on("response", (answer) => {
    if (answer.statusCode !== 200) reject(new Error(`${path} was answered by ${answer.statusCode}`));
    answer.setEncoding("utf8").on("data", (text: string) => {
      for (const [mark] of text.matchAll(/mark-\d+/g)) onMark(mark);
    });
    answer.on("error", () => {});
    resolve(outgoing);
  });
  outgoing.on("error", reject).end();
  return await promise;
}

/**
 * Opens a stream for each pair's receiver, then sends at random times (a Poisson process), however long the answers
 * take. The time of an event counts from its planned moment. Throws if a request is not answered by 200; an event that
 * has not arrived ten seconds after the last one is lost.
 */
export async function measureLive(
  side: LiveSide,
  pairs: readonly LivePair[],
  { rate, seconds }: { rate: number; seconds: number },
): Promise<Live> {
  const sentAt = new Map<string, number>();
  const times: number[] = [];
  const onMark = (mark: string) => {
    const at = sentAt.get(mark);
    if (at === undefined) return;
    sentAt.delete(mark);
    times.push(performance.now() - at);
  };
  const before = residentMemory(side.streams.pid);
  const atOnce = pLimit(50);
  const open = await Promise.all(
    pairs.map((pair) => atOnce(() => openStream(side.streams.origin, side.streamOf(pair), onMark))),
  );
  await wait(2_000);
  const kilobytes = ((residentMemory(side.streams.pid) - before) * 1024) / pairs.length;

  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  let count = 0;
  const run = async (duration: number) => {
    times.length = 0;
    const answers: Promise<unknown>[] = [];
    const failures: unknown[] = [];
    const began = performance.now();
    let sent = 0;
    for (let moment = began; moment < began + duration * 1000 && failures.length === 0; ) {
      const early = moment - performance.now();
      if (early > 0) await wait(early);
      const pair = pairs[count % pairs.length];
      if (pair === undefined) throw new Error("there are no pairs to send to");
      count += 1;
      sent += 1;
      const mark = `mark-${count}`;
      sentAt.set(mark, moment);
      answers.push(
        ask(agent, side.senders.origin, side.send(pair, mark)).catch((error: unknown) => void failures.push(error)),
      );
      moment += (-Math.log(1 - Math.random()) / rate) * 1000;
    }
    await Promise.all(answers);
    if (failures.length > 0) throw failures[0];
    for (let tenths = 0; tenths < 100 && sentAt.size > 0; tenths += 1) await wait(100);
    const lost = sentAt.size;
    sentAt.clear();
    return { lost, perSecond: sent / duration };
  };
  try {
    await run(seconds / 5);
    const { lost, perSecond } = await run(seconds);
    times.sort((a, b) => a - b);
    const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;
    return { p50: at(0.5), p99: at(0.99), perSecond, lost, kilobytes, streams: pairs.length };
  } finally {
    agent.destroy();
    for (const stream of open) stream.on("error", () => {}).destroy();
  }
}

const json = { "content-type": "application/json" };

/** A paid message, from its request to the recipient's page. Includes everything that sending does. */
export const messageSide = (streams: BenchServer, senders: BenchServer): LiveSide => ({
  streams,
  senders,
  streamOf: ({ cookie }) => ({ path: "/api/events.php", headers: { cookie } }),
  send: ({ to, senderCookie }, mark) => ({
    method: "POST",
    path: "/api/message.php",
    headers: { ...json, cookie: senderCookie, "sec-fetch-site": "same-origin", "idempotency-key": randomUUID() },
    body: JSON.stringify({ member: to, text: mark }),
  }),
});

/** Delivery alone: from publishing the event, as after a commit, to the recipient's page. */
export const deliverySide = (streams: BenchServer, senders: BenchServer): LiveSide => ({
  ...messageSide(streams, senders),
  send: ({ from, to }, mark) => ({
    method: "POST",
    path: "/bench/publish",
    headers: json,
    body: JSON.stringify({ member: to, event: { type: "like", from, name: mark } }),
  }),
});

/** The baseline: a bare stream, and a bare route that writes to it. */
export const bareLiveSide = (bare: BenchServer): LiveSide => ({
  streams: bare,
  senders: bare,
  streamOf: ({ to }) => ({ path: `/stream?member=${to}`, headers: {} }),
  send: ({ to }, mark) => ({
    ...{ method: "POST", path: "/publish", headers: json },
    body: JSON.stringify({ member: to, text: mark }),
  }),
});

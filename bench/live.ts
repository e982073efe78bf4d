// How fast an event reaches the open page of another member, with many pages open and many events a second.
import { Agent, type ClientRequest, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import pLimit from "p-limit";
import { freePort } from "#server/test-free-port.ts";
import { residentMemory } from "./cpu.ts";
import type { BenchSite } from "./database.ts";
import { ask, sendAtRandom, summarise } from "./load.ts";
import { type Pair, preparePairs } from "./members.ts";
import { type BenchServer, startProgram, startServer } from "./programs.ts";
import { atMost, figuresTable, type Part } from "./report.ts";

/** Events a second, on average. */
const rate = 1_000;

/**
 * Milliseconds from publishing to the arrival at the recipient's page; `kilobytes` of the server's memory for each
 * stream.
 */
type Live = { p50: number; p99: number; perSecond: number; lost: number; kilobytes: number; streams: number };

/** Opens a member's stream; calls `onMark` with each mark in its events. Resolves once the server has answered. */
export async function openStream(
  origin: string,
  { cookie, member }: { cookie: string; member: string },
  onMark: (mark: string) => void,
): Promise<ClientRequest> {
  const { promise, resolve, reject } = Promise.withResolvers<ClientRequest>();
  // the product finds the member by the cookie, the bare route by their id
  const url = `${origin}/api/events.php?member=${member}`;
  const outgoing = request(url, { agent: false, headers: { accept: "text/event-stream", cookie } });
  outgoing.on("response", (answer) => {
    if (answer.statusCode !== 200) reject(new Error(`${url} was answered by ${answer.statusCode}`));
    answer.setEncoding("utf8").on("data", (text: string) => {
      for (const [mark] of text.matchAll(/mark-\d+/g)) onMark(mark);
    });
    answer.on("error", () => {});
    resolve(outgoing);
  });
  outgoing.on("error", reject).end();
  return await promise;
}

export function closeStreams(streams: readonly ClientRequest[]): void {
  for (const stream of streams) stream.on("error", () => {}).destroy();
}

/**
 * Opens a stream for each pair's receiver, then publishes at random times at the sender's server. The time of an event
 * counts from its planned moment. Throws if a request is not answered by 200; an event that has not arrived ten seconds
 * after the last one is lost.
 */
async function deliver(
  { receivers, senders }: { receivers: BenchServer; senders: BenchServer },
  pairs: readonly Pair[],
  seconds: number,
): Promise<Live> {
  const sentAt = new Map<string, number>();
  const times: number[] = [];
  const onMark = (mark: string) => {
    const at = sentAt.get(mark);
    if (at === undefined) return;
    sentAt.delete(mark);
    times.push(performance.now() - at);
  };
  const before = residentMemory(receivers.pid);
  const atOnce = pLimit(50);
  const open = await Promise.all(
    pairs.map(({ to: member, cookie }) => atOnce(() => openStream(receivers.origin, { cookie, member }, onMark))),
  );
  await wait(2_000);
  const kilobytes = ((residentMemory(receivers.pid) - before) * 1024) / pairs.length;

  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  let sent = 0;
  const run = async (duration: number) => {
    times.length = 0;
    const sentBefore = sent;
    await sendAtRandom(rate, duration, async (moment) => {
      const pair = pairs[sent % pairs.length];
      if (pair === undefined) throw new Error("there are no pairs to send to");
      sent += 1;
      const mark = `mark-${sent}`;
      sentAt.set(mark, moment);
      const body = JSON.stringify({ member: pair.to, event: { type: "like", from: pair.from, name: mark } });
      const headers = { "content-type": "application/json" };
      await ask(agent, senders.origin, { method: "POST", path: "/bench/publish", headers, body });
    });
    for (let tenths = 0; tenths < 100 && sentAt.size > 0; tenths += 1) await wait(100);
    const lost = sentAt.size;
    sentAt.clear();
    return { lost, perSecond: (sent - sentBefore) / duration };
  };
  try {
    await run(seconds / 5);
    const { lost, perSecond } = await run(seconds);
    const { p50, p99 } = summarise(times, seconds);
    return { p50, p99, perSecond, lost, kilobytes, streams: pairs.length };
  } finally {
    agent.destroy();
    closeStreams(open);
  }
}

/** A Redis that stores nothing; undefined if `redis-server` is not installed. */
async function startRedis() {
  const port = await freePort();
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const redis = await startProgram("redis-server", args, /Ready to accept connections/).catch((error) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  return redis && { ...redis, url: `redis://127.0.0.1:${port}` };
}

/** Delivery in one process, and through Redis from another, beside a bare stream. */
export async function live(site: BenchSite, { streams, seconds }: { streams: number; seconds: number }): Promise<Part> {
  const pairs = await preparePairs(site, streams);
  /** Measures with a server of its own; through Redis with a second one for the senders. */
  const measure = async (file: "bench/product.ts" | "bench/bare.ts", env: NodeJS.ProcessEnv = {}) => {
    await using receivers = await startServer(file, site, env);
    await using other = env.REDIS_URL === undefined ? undefined : await startServer(file, site, env);
    return await deliver({ receivers, senders: other ?? receivers }, pairs, seconds * 5);
  };
  const bare = await measure("bench/bare.ts");
  const one = await measure("bench/product.ts");
  await using redis = await startRedis();
  const two = redis && (await measure("bench/product.ts", { REDIS_URL: redis.url }));
  const figures: Record<string, Live> = {
    "bare stream": bare,
    "delivery, one process": one,
    ...(two && { "delivery, through Redis": two }),
  };
  const lost = Object.values(figures).reduce((sum, figure) => sum + figure.lost, 0);
  const goals = [
    atMost("live: delivery p99 ÷ bare stream's, one process", one.p99 / bare.p99, 5),
    ...(two ? [atMost("live: delivery p99 ÷ bare stream's, through Redis", two.p99 / bare.p99, 15)] : []),
    atMost("live: kB for a stream", one.kilobytes, 25),
    atMost("live: lost events", lost, 0),
  ];
  const text = figuresTable(`live, ${pairs.length} streams`, figures, {
    "a second": ({ perSecond }) => perSecond.toFixed(0),
    "p50 ms": ({ p50 }) => p50.toFixed(1),
    "p99 ms": ({ p99 }) => p99.toFixed(1),
    "kB a stream": ({ kilobytes }) => kilobytes.toFixed(0),
    lost: ({ lost }) => String(lost),
  });
  return { figures, goals, text: redis ? text : `${text}\n\nNo redis-server here: not measured through Redis.` };
}

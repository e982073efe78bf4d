// How fast an event reaches the open page of another member, with many pages open and many events a second.
import { Agent, type ClientRequest, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import pLimit from "p-limit";
import { residentMemory } from "./cpu.ts";
import { ask, type HttpRequest, percentiles, sendAtRandom } from "./load.ts";
import { type Pair, writeHeaders } from "./pairs.ts";
import type { BenchServer } from "./programs.ts";

/**
 * Milliseconds from sending to the arrival at the recipient's page; `kilobytes` of the server's memory for each stream.
 */
export type Live = { p50: number; p99: number; perSecond: number; lost: number; kilobytes: number; streams: number };

/** The servers of the streams and of the senders; the same server unless events go through Redis. */
export type LiveSide = {
  streams: BenchServer;
  senders: BenchServer;
  streamOf(pair: Pair): { path: string; headers: Record<string, string> };
  /** The request that makes an event whose data hold `mark`. */
  send(pair: Pair, mark: string): HttpRequest;
};

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
 * Opens a stream for each pair's receiver, then sends at random times. The time of an event counts from its planned
 * moment. Throws if a request is not answered by 200; an event that has not arrived ten seconds after the last one is
 * lost.
 */
export async function measureLive(
  side: LiveSide,
  pairs: readonly Pair[],
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
      await ask(agent, side.senders.origin, side.send(pair, mark));
    });
    for (let tenths = 0; tenths < 100 && sentAt.size > 0; tenths += 1) await wait(100);
    const lost = sentAt.size;
    sentAt.clear();
    return { lost, perSecond: (sent - sentBefore) / duration };
  };
  try {
    await run(seconds / 5);
    const { lost, perSecond } = await run(seconds);
    const at = percentiles(times);
    return { p50: at(0.5), p99: at(0.99), perSecond, lost, kilobytes, streams: pairs.length };
  } finally {
    agent.destroy();
    for (const stream of open) stream.on("error", () => {}).destroy();
  }
}

type Servers = Pick<LiveSide, "streams" | "senders">;
const post = (path: string, headers: Record<string, string>, body: object): HttpRequest => {
  return { method: "POST", path, headers, body: JSON.stringify(body) };
};
const json = { "content-type": "application/json" };

/** A paid message, from its request to the recipient's page. Includes everything that sending does. */
export const messageSide = (servers: Servers): LiveSide => ({
  ...servers,
  streamOf: ({ cookie }) => ({ path: "/api/events.php", headers: { cookie } }),
  send: ({ to, senderCookie }, mark) =>
    post("/api/message.php", writeHeaders(senderCookie), { member: to, text: mark }),
});

/** Delivery alone: from publishing the event, as after a commit, to the recipient's page. */
export const deliverySide = (servers: Servers): LiveSide => ({
  ...messageSide(servers),
  send: ({ from, to }, mark) => post("/bench/publish", json, { member: to, event: { type: "like", from, name: mark } }),
});

/** The baseline: a bare stream, and a bare route that writes to it. */
export const bareLiveSide = (servers: Servers): LiveSide => ({
  ...servers,
  streamOf: ({ to }) => ({ path: `/stream?member=${to}`, headers: {} }),
  send: ({ to }, mark) => post("/publish", json, { member: to, text: mark }),
});

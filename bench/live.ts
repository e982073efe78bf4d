// How fast an event reaches the open page of another member, with many pages open and many events a second.
import { setTimeout as wait } from "node:timers/promises";
import pLimit from "p-limit";
import { freePort } from "#server/test-free-port.ts";
import { residentMemory } from "./cpu.ts";
import type { BenchSite } from "./database.ts";
import { ask, get, sendAtRandom, startRequest, summarise } from "./load.ts";
import { prepareTalkers, type Talker } from "./members.ts";
import { type BenchServer, startProgram, startServer } from "./programs.ts";
import { atMost, figuresTable, type Part } from "./report.ts";

/** Events a second, on average. */
const rate = 1_000;

/** Opens a member's stream, until `running` ends; calls `onMark` with each mark in its events. */
export async function openStream(
  running: AsyncDisposableStack,
  origin: string,
  { id, cookie }: Talker,
  onMark: (mark: string) => void = () => {},
): Promise<void> {
  // the product finds the member by the cookie, the bare route by their id
  const path = `/api/events.php?member=${id}`;
  const stream = await startRequest(origin, get(path, { accept: "text/event-stream", cookie }));
  stream.setEncoding("utf8").on("data", (text: string) => {
    for (const [mark] of text.matchAll(/mark-\d+/g)) onMark(mark);
  });
  stream.on("error", () => {});
  running.defer(() => void stream.destroy());
}

/** Milliseconds from publishing to the arrival; `kilobytes` of the server's memory for each stream. */
type Live = Awaited<ReturnType<typeof deliver>>;

/**
 * Opens a stream for each member, then publishes at random times at the senders' server. The time of an event counts
 * from its planned moment. Throws if a request is not answered by 200; an event that has not arrived ten seconds after
 * the last one is lost.
 */
async function deliver(receivers: BenchServer, senders: BenchServer, members: readonly Talker[], seconds: number) {
  await using running = new AsyncDisposableStack();
  const sentAt = new Map<string, number>();
  const times: number[] = [];
  const onMark = (mark: string) => {
    const at = sentAt.get(mark);
    if (at !== undefined) times.push(performance.now() - at);
    sentAt.delete(mark);
  };
  const before = residentMemory(receivers.pid);
  const atOnce = pLimit(50);
  await atOnce.map(members, (member) => openStream(running, receivers.origin, member, onMark));
  await wait(2_000);
  const kilobytes = ((residentMemory(receivers.pid) - before) * 1024) / members.length;

  let sent = 0;
  const run = async (duration: number) => {
    times.length = 0;
    await sendAtRandom(rate, duration, async (moment) => {
      const member = members[sent % members.length];
      sent += 1;
      const mark = `mark-${sent}`;
      sentAt.set(mark, moment);
      const body = JSON.stringify({ member: member?.id, event: { type: "like", from: member?.other, name: mark } });
      const headers = { "content-type": "application/json" };
      await ask(senders.origin, { method: "POST", path: "/bench/publish", headers, body });
    });
    for (let tenths = 0; tenths < 100 && sentAt.size > 0; tenths += 1) await wait(100);
    const lost = sentAt.size;
    sentAt.clear();
    return lost;
  };
  await run(seconds / 5);
  const lost = await run(seconds);
  const { p50, p99, done } = summarise(times, seconds);
  return { p50, p99, perSecond: (done + lost) / seconds, lost, kilobytes, streams: members.length };
}

/** A Redis that stores nothing; undefined if there is no `redis-server`. */
async function startRedis() {
  const port = await freePort();
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const redis = await startProgram("redis-server", args, /Ready to accept connections/).catch(() => undefined);
  return redis && { ...redis, url: `redis://127.0.0.1:${port}` };
}

/** Delivery in one process, and through Redis from another, beside a bare stream. */
export async function live(site: BenchSite, { streams, seconds }: { streams: number; seconds: number }): Promise<Part> {
  const members = await prepareTalkers(site, streams / 2);
  /** Measures with a server of its own; through Redis with a second one for the senders. */
  const measure = async (file: "bench/product.ts" | "bench/bare.ts", env: NodeJS.ProcessEnv = {}) => {
    await using receivers = await startServer(file, site, env);
    await using other = env.REDIS_URL === undefined ? undefined : await startServer(file, site, env);
    return await deliver(receivers, other ?? receivers, members, seconds * 5);
  };
  const bare = await measure("bench/bare.ts");
  const one = await measure("bench/product.ts");
  const figures: Record<string, Live> = { "bare stream": bare, "delivery, one process": one };
  const goals = [
    atMost("live: delivery p99 ÷ bare stream's, one process", one.p99 / bare.p99, 5),
    atMost("live: kB for a stream", one.kilobytes, 25),
  ];
  await using redis = await startRedis();
  if (redis) {
    const two = await measure("bench/product.ts", { REDIS_URL: redis.url });
    figures["delivery, through Redis"] = two;
    goals.push(atMost("live: delivery p99 ÷ bare stream's, through Redis", two.p99 / bare.p99, 15));
  }
  const lost = Object.values(figures).reduce((sum, figure) => sum + figure.lost, 0);
  goals.push(atMost("live: lost events", lost, 0));
  const text = figuresTable(`live, ${members.length} streams`, figures, {
    "a second": ({ perSecond }) => perSecond.toFixed(0),
    "p50 ms": ({ p50 }) => p50.toFixed(1),
    "p99 ms": ({ p99 }) => p99.toFixed(1),
    "kB a stream": ({ kilobytes }) => kilobytes.toFixed(0),
    lost: ({ lost }) => String(lost),
  });
  return { figures, goals, text: redis ? text : `${text}\n\nNo redis-server here: not measured through Redis.` };
}

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { getLink } from "#contract/account.ts";
import type { MemberEvent } from "#contract/events.ts";
import { makeMember } from "#demo/factories.ts";
import { freePort } from "#server/test-free-port.ts";
import { createApp } from "./app.ts";
import { createScratchFolder } from "./db/system-user.ts";
import { testApp, testServices } from "./db/test-database.ts";
import { Failure, fail } from "./http/fail.ts";
import { type LockoutKeys, withLockout } from "./http/lockout.ts";
import { createLimits } from "./http/rate-limits.ts";
import { TestClient } from "./http/test-client.ts";
import { systemClock } from "./lib/clock.ts";
import { systemRandom } from "./lib/random.ts";
import { redisEvents } from "./ports/events/redis.ts";
import { startTestRedis } from "./ports/events/test-redis.ts";
import { openRedis, watchRedis } from "./redis.ts";
import { start } from "./test-start.ts";

type Server = { port: number; silence(on: boolean): Promise<void>; stop(): Promise<void> };

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function startRealRedis(wanted?: number): Promise<Server> {
  const port = wanted ?? (await freePort());
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"];
  const redis: ChildProcess = spawn("redis-server", args, { stdio: ["ignore", "pipe", "ignore"] });
  let output = "";
  redis.stdout?.on("data", (data) => {
    output += String(data);
  });
  await expect.poll(() => output).toContain("Ready to accept connections");
  return {
    port,
    silence: async (on) => void redis.kill(on ? "SIGSTOP" : "SIGCONT"),
    async stop() {
      if (redis.exitCode !== null || redis.signalCode !== null) return;
      const ended = once(redis, "exit");
      redis.kill("SIGKILL");
      await ended;
    },
  };
}

/** Each test runs with a stand-in, and with `redis-server` if it is installed: without it those are skipped by name. */
const installed = spawnSync("redis-server", ["--version"]).status === 0;
type Start = (port?: number) => Promise<Server>;
const withEach = (title: string, run: (start: Start) => Promise<void>) => {
  test(title.replace("%s", "a stand-in"), () => run(startTestRedis));
  test.skipIf(!installed)(title.replace("%s", "redis-server"), () => run(startRealRedis));
};

/** What one process does with a Redis: limits, events, and its log lines. */
async function processAt(port: number) {
  const lines: string[] = [];
  const note = (_: object, text: string) => void lines.push(text.replace(/:.*/, ""));
  const watch = watchRedis({ warn: note, info: note });
  const redis = openRedis(`redis://127.0.0.1:${port}`, watch);
  const events = redisEvents(redis, watch);
  closing.push(async () => {
    await events.close();
    redis.disconnect();
  });
  await expect.poll(() => redis.status).toBe("ready");
  return { redis, events, lines, limits: createLimits({ redis, watch }) };
}

async function started(start: (port?: number) => Promise<Server>, port?: number): Promise<Server> {
  const server = await start(port);
  closing.push(() => server.stop());
  return server;
}

const milliseconds = async (run: () => Promise<unknown>) => {
  const startedAt = performance.now();
  await run();
  return performance.now() - startedAt;
};

const like: MemberEvent = { type: "like", from: "0b6f3a54-8d3c-4f43-9b7e-5f8f3f0d8a11", name: "Łucja" };

withEach("with %s exactly as many as allowed pass at the same instant, across two processes", async (start) => {
  const { port } = await started(start);
  const [one, two] = [await processAt(port), await processAt(port)];
  const allowed = (waits: number[]) => waits.filter((wait) => wait === 0).length;
  const each = <T>(run: (limits: typeof one.limits) => Promise<T>) =>
    Promise.all(Array.from({ length: 100 }, (_, index) => run(index % 2 ? one.limits : two.limits)));
  expect(allowed(await each((limits) => limits.recordAttempt("mail_change", "anna")))).toBe(5);
  expect(allowed(await each((limits) => limits.recordAttempt("account", "anna")))).toBe(5);
  expect(allowed(await each((limits) => limits.count("signup", "anna")))).toBe(30);
  expect(await two.limits.secondsBlocked("account", "anna")).toBeGreaterThan(890);
  await one.limits.clear("account", "anna");
  expect(await two.limits.secondsBlocked("account", "anna")).toBe(0);
  expect(one.lines).toEqual([]);
});

test.skipIf(!installed)("with redis-server a member's profiles of a day are counted across two processes", async () => {
  const { port } = await started(startRealRedis);
  const both = [(await processAt(port)).limits, (await processAt(port)).limits] as const;
  const now = new Date("2026-11-20T18:00:00Z");
  const open = (index: number, profile: string) => both[index % 2 ? 1 : 0].countDistinct("anna", [profile], 20, now);
  const waits = await Promise.all(Array.from({ length: 100 }, (_, index) => open(index, `profile ${index % 50}`)));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(40);
  expect(new Set(waits)).toEqual(new Set([0, 6 * 3600]));
  expect(await open(1, "profile 0")).toBe(0);
});

withEach("D3.5 with %s exactly as many wrong attempts run as allowed, across two processes", async (start) => {
  const { port } = await started(start);
  const both = [(await processAt(port)).limits, (await processAt(port)).limits] as const;
  let ran = 0;
  const answer = (index: number, keys: LockoutKeys, attempt: () => Promise<true | Failure>) =>
    withLockout(both[index % 2 ? 1 : 0], keys, attempt).catch((error) =>
      error instanceof Failure ? error.code : error,
    );
  const checked = Promise.withResolvers<void>();
  const wrong = async () => {
    ran += 1;
    await checked.promise;
    return fail("login_failed");
  };
  const correct = async () => true as const;
  const broken = async () => {
    throw new Error("broken");
  };
  // attempts that were not wrong leave no trace
  for (let count = 0; count < 30; count += 1) {
    expect(await answer(count, { account: "anna", address: "::1" }, correct)).toBe(true);
    expect(await answer(count, { account: "anna", address: "::1" }, broken)).toEqual(new Error("broken"));
  }
  let answered = 0;
  const attempts = Array.from({ length: 100 }, async (_, index) => {
    await answer(index, { address: "::1" }, wrong);
    answered += 1;
  });
  // while twenty passwords are being checked, all other attempts are refused
  await expect.poll(() => [ran, answered]).toEqual([20, 80]);
  checked.resolve();
  await Promise.all(attempts);
  // the fifth wrong password already answers how long the sixth has to wait
  const codes: unknown[] = [];
  for (let count = 0; count < 6; count += 1) codes.push(await answer(count, { account: "eva" }, wrong));
  expect([codes, ran]).toEqual([[...Array(4).fill("login_failed"), "login_blocked", "login_blocked"], 25]);
  // a blocked account takes no point of the address
  for (let count = 0; count < 30; count += 1) {
    expect(await answer(count, { account: "eva", address: "::2" }, correct)).toBe("login_blocked");
  }
  expect(await answer(0, { account: "maria", address: "::2" }, correct)).toBe(true);
});

withEach("with %s away calls are limited in memory, and in Redis again when it is back", async (start) => {
  const first = await started(start);
  const here = await processAt(first.port);
  const given = await testApp();
  closing.push(given.close);
  given.services.limits = here.limits;
  await first.stop();
  for (let count = 0; count < 20; count += 1) {
    const { status } = await new TestClient(given.app).call(getLink, { query: { token: "unknown" } });
    expect(status).toBe(410);
  }
  const waits: number[] = [];
  for (let count = 0; count < 7; count += 1) waits.push(await here.limits.recordAttempt("account", "anna"));
  expect(waits).toEqual([0, 0, 0, 0, 0, expect.any(Number), expect.any(Number)]);
  expect(await here.limits.secondsBlocked("account", "anna")).toBeGreaterThan(890);
  await started(start, first.port);
  await expect.poll(() => here.redis.status).toBe("ready");
  expect(await here.limits.recordAttempt("account", "eva")).toBe(0);
  await expect.poll(() => here.lines).toEqual(["Redis is unreachable", "Redis is reachable again"]);
  const other = await processAt(first.port);
  for (let count = 0; count < 4; count += 1) expect(await other.limits.recordAttempt("account", "eva")).toBe(0);
  expect(await here.limits.secondsBlocked("account", "eva")).toBeGreaterThan(890);
});

withEach("with %s silent calls wait for it once and briefly, and later ones not at all", async (start) => {
  const server = await started(start);
  const here = await processAt(server.port);
  const count = () => here.limits.count("read", "anna");
  await count();
  await server.silence(true);
  closing.push(() => server.silence(false));
  expect(await milliseconds(() => Promise.all(Array.from({ length: 20 }, count)))).toBeLessThan(2_500);
  await expect.poll(() => here.redis.status).not.toBe("ready");
  expect(await milliseconds(count)).toBeLessThan(100);
  await server.silence(false);
  await expect.poll(() => here.lines).toEqual(["Redis is unreachable", "Redis is reachable again"]);
  expect(await count()).toBe(0);
});

withEach("R4.22 with %s away a member's streams in this process get every event", async (start) => {
  const first = await started(start);
  const [here, there] = [await processAt(first.port), await processAt(first.port)];
  const received: [string, MemberEvent][] = [];
  here.events.subscribe("anna", (event) => received.push(["here", event]));
  await first.stop();
  for (let count = 0; count < 50; count += 1) here.events.publish("anna", like);
  expect(received).toHaveLength(50);
  // this member came while Redis was away, and gets other processes' events once it is back
  here.events.subscribe("eva", (event) => received.push(["eva", event]));
  await started(start, first.port);
  await vi.waitFor(() => {
    there.events.publish("eva", like);
    expect(received.at(-1)?.[0]).toBe("eva");
  }, 10_000);
  received.length = 0;
  await there.redis.publish("events:anna", "no JSON");
  await there.redis.publish("events:anna", '{"from":"x","event":{"type":"nonsense"}}');
  there.events.publish("anna", like);
  await expect.poll(() => received).toContainEqual(["here", like]);
  expect(received.filter(([who]) => who === "here")).toHaveLength(1);
  for (const { lines } of [here, there]) {
    await expect.poll(() => lines).toEqual(["Redis is unreachable", "Redis is reachable again"]);
  }
});

/** A page's stream: the types and texts of the messages that it got. */
async function listen(address: string, cookie: string) {
  const headers = { accept: "text/event-stream", cookie };
  const stop = new AbortController();
  const response = await fetch(`${address}/api/events.php`, { headers, signal: stop.signal });
  const texts: string[] = [];
  const { promise: open, resolve } = Promise.withResolvers<void>();
  const read = async () => {
    let text = "";
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += part;
      if (text.includes("event: ready")) resolve();
      for (const [, data = ""] of text.matchAll(/^data: (.*)\n\n/gm)) {
        const event = JSON.parse(data);
        if (event.type === "message") texts.push(event.text);
      }
      text = text.slice(text.lastIndexOf("\n\n") + 2);
    }
  };
  read().catch(() => {});
  await open;
  return { texts, stop: () => stop.abort() };
}

test.skipIf(!installed)(
  "R4.22 D12.1 D12.3 two web processes with one redis-server: a message sent at either reaches the pages at both, once",
  async () => {
    const redis = await started(startRealRedis);
    const own = await testServices();
    closing.push(own.close);
    const { db, config } = own.services;
    const folder = createScratchFolder();
    closing.push(() => rmSync(folder, { recursive: true, force: true }));
    const there = start({
      REDIS_URL: `redis://127.0.0.1:${redis.port}`,
      DATA_DIR: folder,
      DATABASE_URL: config.databaseUrl ?? "",
      SERVICES: "web",
    });
    closing.push(async () => {
      there.server.kill("SIGTERM");
      await there.ended;
    });
    // the other one is this process: its Redis, events, limits and clock are those of a server
    const { events, limits } = await processAt(redis.port);
    const app = await createApp({ ...own.services, clock: systemClock, events, limits });
    closing.push(() => app.close());
    const { port } = new URL(await app.listen({ host: "localhost", port: 0 }));
    const [siteId = 0] = own.siteIds;
    const given = { db, clock: systemClock, random: systemRandom };
    const anna = await makeMember(given, { siteId, credits: 100, premium: true });
    const ben = await makeMember(given, { siteId, credits: 100, premium: true });
    await there.saying("Rendezvous is ready");
    const addresses = [`http://localhost:${port}`, /http:\/\/localhost:\d+/.exec(there.output())?.[0] ?? ""] as const;
    const send = async (address: string, text: string) => {
      const response = await fetch(`${address}/api/message.php`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          origin: address,
          cookie: anna.cookie,
          "idempotency-key": systemRandom.uuid(),
        },
        body: JSON.stringify({ member: ben.id, text }),
      });
      expect(response.status).toBe(200);
    };
    const pages = await Promise.all(addresses.map((address) => listen(address, ben.cookie)));
    const hers = await listen(addresses[1], anna.cookie);
    const texts = Array.from({ length: 20 }, (_, index) => `message ${index}`);
    for (const [index, text] of texts.entries()) await send(addresses[index % 2 ? 0 : 1], text);
    for (const page of pages) await expect.poll(() => page.texts).toHaveLength(texts.length);
    for (const page of pages) expect(page.texts.toSorted()).toEqual(texts.toSorted());
    expect(hers.texts).toEqual([]);
    for (const page of [...pages, hers]) page.stop();
  },
  90_000,
);

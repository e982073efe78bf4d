import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeMember } from "#demo/factories.ts";
import { openPool } from "#server/db/pool.ts";
import { createScratchFolder } from "#server/db/system-user.ts";
import { cloneDatabase } from "#server/db/test-database.ts";
import { pgBouncerVersion, startPgBouncer } from "#server/db/test-pgbouncer.ts";
import { seedDemoSites } from "#server/features/sites/index.ts";
import { systemClock } from "#server/lib/clock.ts";
import { systemRandom } from "#server/lib/random.ts";
import { freePort } from "#server/test-free-port.ts";
import { type Run, start } from "#server/test-start.ts";

const versionOf = (program: string) => spawnSync(program, ["--version"], { encoding: "utf8" }).stdout ?? "";
const installed = ["pgbouncer", "haproxy", "redis-server"].every((program) => versionOf(program) !== "");
/** It starts seven programs and takes minutes on a busy machine, so it runs only when it is asked for. */
const isChosen = process.env.MANY_PROCESSES === "1";
/** Starts a program that ends with the test, and waits until it listens. */
async function run(command: string, args: string[], port: number, env: Record<string, string> = {}) {
  const child: ChildProcess = spawn(command, args, { env: { ...process.env, ...env }, stdio: "ignore" });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  });
  await vi.waitFor(async () => {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect").finally(() => socket.destroy());
  }, 15_000);
}

async function message(address: string, author: { cookie: string }, to: string, text: string, key: string) {
  const headers = {
    "content-type": "application/json",
    origin: address,
    cookie: author.cookie,
    "idempotency-key": key,
  };
  const body = JSON.stringify({ member: to, text });
  return await fetch(`${address}/api/message.php`, { method: "POST", headers, body });
}

test.skipIf(!installed || !isChosen)(
  "R7.03 D12.3 two web processes and a worker behind HAProxy, PgBouncer and Redis: no message is lost or doubled",
  async () => {
    const folder = createScratchFolder();
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const directUrl = await cloneDatabase();
    const { db, pool } = openPool(directUrl, 2, () => {});
    onTestFinished(() => pool.end());
    const [siteId = 0] = await seedDemoSites(db, systemClock.now());
    const given = { db, clock: systemClock, random: systemRandom };
    const authors = await Promise.all(
      Array.from({ length: 4 }, () => makeMember(given, { siteId, credits: 500, premium: true })),
    );
    const eva = await makeMember(given, { siteId });

    const pooler = await startPgBouncer(folder, directUrl);
    onTestFinished(pooler.stop);
    const redisPort = await freePort();
    await run("redis-server", ["--port", String(redisPort), "--bind", "127.0.0.1", "--save", ""], redisPort);
    const env = {
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: directUrl,
      DATABASE_PREPARED: pgBouncerVersion()?.prepares ? "1" : "0",
      REDIS_URL: `redis://127.0.0.1:${redisPort}`,
      DATA_DIR: folder,
      SECRET: "a secret for tests only, long enough",
      HOST: "127.0.0.1",
      TRUST_PROXY: "1",
    };
    const running: Run[] = [];
    onTestFinished(async () => {
      for (const { server } of running) server.kill("SIGKILL");
      await Promise.all(running.map(({ ended }) => ended));
    });
    const web = async (port: number) => {
      // HAProxy notices within two seconds that a process is about to end
      const one = start({ ...env, SERVICES: "web", PORT: String(port), DRAIN_DELAY: "4" });
      running.push(one);
      await one.saying("Rendezvous is ready");
      return one;
    };
    const ports = [await freePort(), await freePort()] as const;
    // all three at once: each applies migrations and registers jobs, or waits for the one that does
    const worker = start({ ...env, SERVICES: "worker" });
    running.push(worker);
    const [first] = await Promise.all(ports.map(web));
    const proxyPort = await freePort();
    await run("haproxy", ["-f", join(import.meta.dirname, "../../deploy/haproxy.cfg")], proxyPort, {
      HAPROXY_BIND: `127.0.0.1:${proxyPort}`,
      WEB1: `127.0.0.1:${ports[0]}`,
      WEB2: `127.0.0.1:${ports[1]}`,
    });
    const address = `http://localhost:${proxyPort}`;
    await expect.poll(async () => (await fetch(`${address}/readyz`)).status).toBe(200);

    // one web process is replaced while four members write, each message until it is answered
    const statuses = new Set<number>();
    const each = 15;
    const write = async (author: (typeof authors)[number]) => {
      for (let count = 0; count < each; count += 1) {
        const key = systemRandom.uuid();
        for (let tries = 0; tries < 20; tries += 1) {
          const answer = await message(address, author, eva.id, `${author.id} ${count}`, key).catch(() => undefined);
          if (answer) statuses.add(answer.status);
          if (answer?.status === 200) break;
        }
        if (count === 3 && author === authors[0]) first?.server.kill("SIGTERM");
      }
    };
    await Promise.all(authors.map(write));
    expect(await first?.ended).toBe(0);
    // no member notices that a process was replaced
    expect([...statuses]).toEqual([200]);
    const sent = await db
      .selectFrom("messages")
      .select("body")
      .where(
        "author_id",
        "in",
        authors.map(({ id }) => id),
      )
      .execute();
    expect(sent.map(({ body }) => body).toSorted()).toEqual(
      authors.flatMap(({ id }) => Array.from({ length: each }, (_, count) => `${id} ${count}`)).toSorted(),
    );
    const ledger = await sql<{ wrong: number }>`select count(*) as wrong from wallets w
      where credits <> (select coalesce(sum(amount), 0) from ledger where ledger.member_id = w.member_id)`.execute(db);
    expect(ledger.rows[0]?.wrong).toBe(0);

    // the new process joins, searches run beside writes on four connections, and a session holds at every process
    await web(ports[0]);
    const search = () => fetch(`${address}/api/members.php`, { headers: { cookie: authors[0]?.cookie ?? "" } });
    const answers = await Promise.all(Array.from({ length: 30 }, search));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));

    const ran = () =>
      sql<{ ran: number }>`select count(*) as ran from pgboss.job
        where name = 'send-notices' and state = 'completed'`.execute(db);
    await vi.waitFor(async () => expect((await ran()).rows[0]?.ran).toBeGreaterThan(0), {
      timeout: 30_000,
      interval: 500,
    });
    expect(running.map((one) => one.output()).join("\n")).not.toMatch(/prepared statement/);
  },
  300_000,
);

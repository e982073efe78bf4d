import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { makeMember } from "#demo/factories.ts";
import { findRunningEmbedded } from "#server/db/database-folder.ts";
import { openPool } from "#server/db/pool.ts";
import { findPostmasterPid } from "#server/db/processes.ts";
import { createScratchFolder } from "#server/db/system-user.ts";
import { seedDemoSites } from "#server/features/sites/index.ts";
import { systemClock } from "#server/lib/clock.ts";
import { systemRandom } from "#server/lib/random.ts";
import { start, waitUntilEnded } from "#server/test-start.ts";

/** Recovery takes about a second; a machine that runs all tests at once may take longer. */
const soon = 40_000;

const databaseOf = (folder: string) => openPool(findRunningEmbedded(folder) ?? "", 2, () => {});

test("D12.3 when the database breaks off under load, calls and pages answer 503, then recover unaided", async () => {
  const folder = createScratchFolder();
  const run = start({ DATA_DIR: folder, LOG_LEVEL: "error" });
  onTestFinished(async () => {
    run.server.kill("SIGKILL");
    await waitUntilEnded(folder);
    rmSync(folder, { recursive: true, force: true });
  });
  await run.saying("Rendezvous is ready");
  const address = /http:\/\/localhost:\d+/.exec(run.output())?.[0] ?? "";
  const { db, pool } = databaseOf(folder);
  const given = { clock: systemClock, random: systemRandom, db };
  const [siteId = 0] = await seedDemoSites(db, systemClock.now());
  const anna = await makeMember(given, { siteId, credits: 5000, premium: true });
  const eva = await makeMember(given, { siteId });
  // many authors, as each may send and read only so much a minute
  const authors: string[] = [];
  for (let count = 0; count < 12; count += 1) {
    authors.push((await makeMember(given, { siteId, credits: 5000, premium: true })).cookie);
  }

  const stream = await fetch(`${address}/api/events.php`, {
    headers: { cookie: anna.cookie, accept: "text/event-stream" },
  });
  const statuses = new Map<string, Set<number>>([
    ["call", new Set()],
    ["page", new Set()],
  ]);
  // the limits of messages and pages a minute, which a slow recovery reaches, are not under test
  const note = (kind: string, response: Response) => {
    if (response.status !== 429) statuses.get(kind)?.add(response.status);
    return response;
  };
  /** Fails after half a minute, and says what the network's fault was. */
  const ask = async (path: string, init: RequestInit) =>
    await fetch(address + path, { ...init, signal: AbortSignal.timeout(30_000) }).catch((error: Error) => {
      throw new Error(`${path}: ${error.cause ?? error}`, { cause: error });
    });
  const nextAuthor = () => {
    const [author = ""] = authors.splice(0, 1);
    authors.push(author);
    return author;
  };
  const send = async (cookie = nextAuthor()) => {
    const response = await ask("/api/message.php", {
      method: "POST",
      headers: {
        "content-type": "application/json",
        origin: address,
        cookie,
        "idempotency-key": systemRandom.uuid(),
      },
      body: JSON.stringify({ member: eva.id, text: "Hello" }),
    });
    const body = await response.json();
    note("call", response);
    if (response.status === 503) expect(body.error.code).toBe("unavailable");
    return response.status;
  };
  const open = async (cookie = nextAuthor()) => {
    const response = note("page", await ask("/members", { headers: { cookie } }));
    const page = await response.text();
    expect(response.headers.get("content-type")).toContain("text/html");
    expect(page).toMatch(/<html[\s\S]*<\/html>/);
    return response.status;
  };
  let loading = true;
  const load = async (request: () => Promise<number>) => {
    while (loading) {
      await request();
      // enough to be under way whenever the database breaks off; more would only compete with its recovery
      await setTimeout(60);
    }
  };
  const crowd = Promise.allSettled([send, send, send, open].map((request) => load(() => request())));
  const answered = async () => expect([await send(anna.cookie), await open(anna.cookie)]).toEqual([200, 200]);

  const terminate = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and backend_type = 'client backend' and datname = current_database()`;
  for (let round = 0; round < 6; round += 1) await terminate.execute(db);
  await vi.waitFor(answered, { timeout: soon, interval: 500 });
  await pool.end();

  for (const signal of ["SIGKILL", "SIGQUIT"] as const) {
    const pid = findPostmasterPid(join(folder, "postgres")) ?? 0;
    expect(pid).toBeGreaterThan(0);
    process.kill(pid, signal);
    await vi.waitFor(() => expect(findPostmasterPid(join(folder, "postgres")) ?? pid).not.toBe(pid), { timeout: soon });
    await vi.waitFor(answered, { timeout: soon, interval: 500 });
  }
  loading = false;
  expect((await crowd).filter(({ status }) => status === "rejected")).toEqual([]);
  expect([...(statuses.get("call") ?? [])].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect([...(statuses.get("page") ?? [])].filter((status) => status !== 200 && status !== 503)).toEqual([]);
  expect(run.server.exitCode).toBeNull();
  expect(run.output()).toContain("the embedded PostgreSQL runs again");

  // jobs and the member's stream work again too
  const after = databaseOf(folder);
  const jobs = () =>
    sql<{ ran: number }>`select count(*)::int as ran from pgboss.job where completed_on > now() - interval '5 seconds'`
      .execute(after.db)
      .then(({ rows }) => expect(rows[0]?.ran).toBeGreaterThan(0));
  await vi.waitFor(jobs, { timeout: 30_000, interval: 500 });
  await after.pool.end();
  await stream.body?.cancel();
  run.server.kill("SIGTERM");
  expect(await run.ended).toBe(0);
}, 240_000);

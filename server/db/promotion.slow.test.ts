import { rmSync } from "node:fs";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { createJobs, defineJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { isDatabaseUnavailable } from "./database-unavailable.ts";
import { migrate } from "./migrate.ts";
import { type Db, openPool, prepared } from "./pool.ts";
import { createReplica } from "./replica.ts";
import { createScratchFolder } from "./system-user.ts";
import { type FaultyProxy, openFaultyProxy, targetOf, withPort } from "./test-faulty-proxy.ts";
import { pgBouncerVersion, startPgBouncer } from "./test-pgbouncer.ts";
import { runSql, startPair } from "./test-replica.ts";

let pair: Awaited<ReturnType<typeof startPair>>;
/** The address of the primary, which is switched to another server, as HAProxy does. */
let primaryAddress: FaultyProxy;
let replicaAddress: FaultyProxy;
const urlOf = (address: FaultyProxy) => withPort(new URL(pair.url), address.port);

beforeEach(async () => {
  pair = await startPair();
  await runSql(pair.url, "create table notes (id int generated always as identity, text text)");
  primaryAddress = await openFaultyProxy(targetOf(new URL(pair.url)));
  replicaAddress = await openFaultyProxy(targetOf(new URL(pair.replicaUrl)));
}, 120_000);
afterEach(async () => {
  await Promise.all([primaryAddress.close(), replicaAddress.close()]);
  await pair.close();
}, 60_000);

const write = (db: Db, text: string) => sql`insert into notes (text) values (${text})`.execute(db);
const countOn = async (db: Db, text: string) => {
  const { rows } = await sql<{ count: number }>`
    ${prepared} select count(*) as count from notes where text = ${text}`.execute(db);
  return rows[0]?.count;
};
const failureOf = (run: Promise<unknown>) =>
  run.then(
    () => undefined,
    (error: unknown) => error,
  );
const caughtUp = async () => {
  const [row] = await runSql(pair.url, "select pg_current_wal_flush_lsn()::text as at");
  const { at } = z.object({ at: z.string() }).parse(row);
  const has = `select pg_last_wal_replay_lsn() >= '${at}'::pg_lsn as has`;
  await expect.poll(async () => await runSql(pair.replicaUrl, has)).toEqual([{ has: true }]);
};
/** The primary ends, its replica is promoted, and the former primary follows it. The addresses stay as they were. */
async function switchOver(): Promise<void> {
  await pair.stopPrimary();
  await pair.promoteReplica();
  await pair.startPrimaryAsReplica();
}

test("D12.3 a pool never uses a former primary, and goes on at the new one with statements that were prepared", async () => {
  const { db, pool } = openPool(urlOf(primaryAddress), 4, () => {}, { queryMs: 5_000 });
  onTestFinished(() => pool.end());
  await Promise.all(["a", "b", "c", "d"].map((text) => write(db, text)));
  expect(await countOn(db, "a")).toBe(1);
  await caughtUp();
  await switchOver();
  // the address still leads to the former primary: neither reads nor writes succeed there
  for (const run of [write, countOn, write, countOn]) {
    const failure = await failureOf(run(db, "a"));
    expect(isDatabaseUnavailable(failure), String(failure)).toBe(true);
  }
  primaryAddress.leadTo(targetOf(new URL(pair.replicaUrl)));
  const began = performance.now();
  await write(db, "e");
  expect(performance.now() - began).toBeLessThan(5_000);
  expect(await Promise.all(["a", "e"].map((text) => countOn(db, text)))).toEqual([1, 1]);
}, 120_000);

test("D12.3 a commit that no synchronous replica confirmed in time is not acknowledged", async () => {
  const { db, pool } = openPool(urlOf(primaryAddress), 2, () => {}, { queryMs: 1_000 });
  onTestFinished(() => pool.end());
  await runSql(pair.url, "alter system set synchronous_standby_names = 'nobody'");
  await runSql(pair.url, "select pg_reload_conf()");
  await vi.waitFor(async () =>
    expect(await runSql(pair.url, "show synchronous_standby_names")).toEqual([{ synchronous_standby_names: "nobody" }]),
  );
  const alone = await failureOf(write(db, "alone"));
  const together = await failureOf(db.transaction().execute((trx) => write(trx, "together")));
  for (const failure of [alone, together]) expect(isDatabaseUnavailable(failure), String(failure)).toBe(true);
}, 60_000);

test.skipIf(!pgBouncerVersion())(
  "D12.3 behind PgBouncer no statement waits long for a primary that hangs",
  async () => {
    const folder = createScratchFolder();
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const pooler = await startPgBouncer(folder, urlOf(primaryAddress));
    onTestFinished(() => pooler.stop());
    const { db, pool } = openPool(pooler.url, 4, () => {}, { prepares: false });
    onTestFinished(() => pool.end());
    primaryAddress.behave("slow");
    const began = performance.now();
    const failures = await Promise.all(["a", "b"].map((text) => failureOf(write(db, text))));
    // sooner than the pool gives up to wait for a connection
    expect(performance.now() - began).toBeLessThan(9_000);
    for (const failure of failures) expect(isDatabaseUnavailable(failure), String(failure)).toBe(true);
    primaryAddress.behave("well");
    await vi.waitFor(() => write(db, "c"), 20_000);
  },
  60_000,
);

test("D12.3 jobs that wait go on after a promotion, and each runs", async () => {
  await migrate(pair.url);
  const ran: number[] = [];
  const note = defineJob({
    name: "note",
    data: z.object({ number: z.number() }),
    run: async (_, { number }) => void ran.push(number),
  });
  const jobs = await createJobs(urlOf(primaryAddress), [note], { worker: true, onError: () => {} });
  onTestFinished(() => jobs.stop());
  const { db, pool } = openPool(urlOf(primaryAddress), 2, () => {}, { queryMs: 5_000 });
  onTestFinished(() => pool.end());
  await jobs.work({ db } as Services);
  await jobs.add(db, note, { number: 1 });
  await expect.poll(() => ran).toEqual([1]);
  await caughtUp();
  await switchOver();
  primaryAddress.leadTo(targetOf(new URL(pair.replicaUrl)));
  await vi.waitFor(() => jobs.add(db, note, { number: 2 }), 20_000);
  await expect.poll(() => new Set(ran)).toEqual(new Set([1, 2]));
}, 180_000);

const silentLog = { warn: () => {}, info: () => {} };

test("D12.3 a promoted replica is not read as one, and the former primary is, once it follows the new timeline", async () => {
  const primary = openPool(urlOf(primaryAddress), 4, () => {}, { queryMs: 5_000 });
  onTestFinished(() => primary.pool.end());
  const replica = createReplica(primary.db, {
    replicaUrl: urlOf(replicaAddress),
    max: 4,
    log: silentLog,
    patienceMs: 1_000,
    probeMs: 50,
  });
  onTestFinished(() => replica.close());
  const count = (text: string) =>
    replica.read(async (db) => {
      const { rows } = await sql<{ count: number; here: boolean }>`
        select count(*) as count, pg_is_in_recovery() as here from notes where text = ${text}`.execute(db);
      return rows[0];
    });
  await expect.poll(() => replica.isUsed()).toBe(true);
  await write(primary.db, "before");
  expect(await count("before")).toEqual({ count: 1, here: true });
  await switchOver();
  primaryAddress.leadTo(targetOf(new URL(pair.replicaUrl)));
  await vi.waitFor(() => write(primary.db, "after"), 20_000);
  // both addresses lead to the new primary
  expect(await count("after")).toEqual({ count: 1, here: false });
  expect(replica.isUsed()).toBe(false);
  replicaAddress.leadTo(targetOf(new URL(pair.url)));
  await expect.poll(() => replica.isUsed()).toBe(true);
  for (let round = 0; round < 50; round += 1) {
    await write(primary.db, `round ${round}`);
    expect((await count(`round ${round}`))?.count).toBe(1);
  }
  expect(await count("after")).toEqual({ count: 1, here: true });
}, 120_000);

test("D12.3 a replica that is further in the log, but on the timeline before the promotion, is never read", async () => {
  const primary = openPool(urlOf(primaryAddress), 4, () => {}, { queryMs: 5_000 });
  onTestFinished(() => primary.pool.end());
  await caughtUp();
  // what the new primary never gets: a megabyte of log, with a note that was lost
  await pair.stopReplica();
  await runSql(pair.url, "insert into notes (text) select 'lost' || n from generate_series(1, 20000) n");
  await pair.killPrimary();
  await pair.startReplica();
  await pair.promoteReplica();
  await pair.startPrimaryAsReplica();
  primaryAddress.leadTo(targetOf(new URL(pair.replicaUrl)));
  replicaAddress.leadTo(targetOf(new URL(pair.url)));
  await vi.waitFor(() => write(primary.db, "kept"), 20_000);
  const further = await runSql(pair.url, "select pg_last_wal_replay_lsn()::text as at");
  const now = await runSql(pair.replicaUrl, "select pg_current_wal_flush_lsn()::text as at");
  const reasons: string[] = [];
  const replica = createReplica(primary.db, {
    replicaUrl: urlOf(replicaAddress),
    max: 2,
    log: { warn: ({ reason }: { reason?: string }) => void reasons.push(reason ?? ""), info: () => {} },
    patienceMs: 200,
    probeMs: 50,
  });
  onTestFinished(() => replica.close());
  await expect.poll(() => reasons).toContain("it does not follow the primary since its promotion");
  // by its position alone it would be read
  const later = `select '${JSON.stringify(further)}'::jsonb->0->>'at' as a, '${JSON.stringify(now)}'::jsonb->0->>'at' as b`;
  expect(await runSql(pair.replicaUrl, `select a::pg_lsn > b::pg_lsn as later from (${later}) both_positions`)).toEqual(
    [{ later: true }],
  );
  expect(await replica.read((db) => countOn(db, "kept"))).toBe(1);
  expect(await replica.read((db) => countOn(db, "lost1"))).toBe(0);
  expect(replica.isUsed()).toBe(false);
}, 120_000);

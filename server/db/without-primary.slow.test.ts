import { sql } from "kysely";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { isDatabaseUnavailable } from "./database-unavailable.ts";
import { openPool } from "./pool.ts";
import { readWithoutPrimary, replicasInUse } from "./read-without-primary.ts";
import { readReplication } from "./replication.ts";
import { openFaultyProxy, targetOf, withPort } from "./test-faulty-proxy.ts";
import { runSql, startPair } from "./test-replica.ts";
import { createWithoutPrimary, readSystem } from "./without-primary.ts";

let pair: Awaited<ReturnType<typeof startPair>>;

beforeEach(async () => {
  pair = await startPair();
  await runSql(pair.url, "create table notes (text text)");
  await runSql(pair.url, "alter system set synchronous_standby_names = 'ANY 1 (*)'");
  await runSql(pair.url, "select pg_reload_conf()");
}, 120_000);
afterEach(() => pair.close(), 60_000);

/** The product's pool, and the servers that it watches, through proxies that can be cut. */
async function startReading() {
  const primaryAddress = await openFaultyProxy(targetOf(new URL(pair.url)));
  onTestFinished(() => primaryAddress.close());
  const replicaAddress = await openFaultyProxy(targetOf(new URL(pair.replicaUrl)));
  onTestFinished(() => replicaAddress.close());
  const logged: string[] = [];
  const note = (_: object, text: string) => void logged.push(text);
  const { db, pool } = openPool(pair.url, 4, () => {}, { queryMs: 3_000, mayReadWithoutPrimary: true });
  onTestFinished(() => pool.end());
  const servers = createWithoutPrimary({
    urls: [withPort(new URL(pair.url), primaryAddress.port), withPort(new URL(pair.replicaUrl), replicaAddress.port)],
    system: await readSystem(pool),
    max: 4,
    log: { warn: note, info: note },
  });
  onTestFinished(() => servers.close());
  const write = (text: string) => sql`insert into notes (text) values (${text})`.execute(db);
  const countNotes = async () => {
    const { rows } = await sql<{ count: number }>`select count(*) as count from notes`.execute(db);
    return rows[0]?.count;
  };
  const read = () => readWithoutPrimary(servers, countNotes);
  /** Until the primary and its replica were seen well together. */
  const beSeen = () =>
    vi.waitFor(() => expect(logged).toContain("without a primary reads would go on at the replicas"), 20_000);
  const failureOf = (run: Promise<unknown>) => run.then(String, (error: unknown) => error);
  const isRefused = async (run: Promise<unknown>) => isDatabaseUnavailable(await failureOf(run));
  return { primaryAddress, replicaAddress, logged, servers, db, write, read, countNotes, beSeen, isRefused };
}

/** The replica goes on receiving, but shows nothing new; resolves once that is so. */
async function pauseReplay(): Promise<void> {
  await runSql(pair.replicaUrl, "select pg_wal_replay_pause()");
  const state = () => runSql(pair.replicaUrl, "select pg_get_wal_replay_pause_state() as state");
  await vi.waitFor(async () => expect(await state()).toEqual([{ state: "paused" }]), 10_000);
}

test("D12.3 without a primary reads go on at the replica with the last acknowledged write, and writes are refused", async () => {
  const { logged, servers, db, write, read, countNotes, beSeen, isRefused } = await startReading();
  await write("one");
  await beSeen();
  expect(await read()).toBe(1);
  expect(servers.isNeeded()).toBe(false);
  for (let round = 2; round <= 200; round += 1) await write(String(round));
  await pair.killPrimary();
  await vi.waitFor(() => expect(servers.isNeeded()).toBe(true), 10_000);
  expect(await Promise.all(Array.from({ length: 20 }, read))).toEqual(Array(20).fill(200));
  // only what is marked as reading goes to a replica, and there it can't write
  expect(await isRefused(countNotes())).toBe(true);
  expect(await isRefused(readWithoutPrimary(servers, () => write("never")))).toBe(true);
  expect(await isRefused(readWithoutPrimary(servers, () => readReplication(db)))).toBe(true);
  expect(readWithoutPrimary(servers, () => replicasInUse() === servers)).toBe(true);
  expect(logged.slice(1)).toEqual(["there is no primary: reads go to the replicas"]);
  await pair.startPrimary();
  await vi.waitFor(() => expect(servers.isNeeded()).toBe(false), 10_000);
  await write("after");
  expect(await readWithoutPrimary(servers, () => sql`select pg_is_in_recovery() as here`.execute(db))).toMatchObject({
    rows: [{ here: false }],
  });
  expect(await read()).toBe(201);
}, 120_000);

test("D12.3 without a primary a replica that does not show yet what it received is not read", async () => {
  const { servers, write, read, beSeen, isRefused } = await startReading();
  await write("one");
  await beSeen();
  await pauseReplay();
  await write("received, but not shown");
  await pair.killPrimary();
  await vi.waitFor(() => expect(servers.isNeeded()).toBe(true), 10_000);
  expect(await isRefused(read())).toBe(true);
  await runSql(pair.replicaUrl, "select pg_wal_replay_resume()");
  expect(await read()).toBe(2);
}, 120_000);

test("D12.3 without a primary a replica is not read that began anew, was promoted, or does not answer", async () => {
  const { replicaAddress, servers, write, read, beSeen, isRefused } = await startReading();
  await write("one");
  await beSeen();
  await pair.killPrimary();
  await vi.waitFor(() => expect(servers.isNeeded()).toBe(true), 10_000);
  expect(await read()).toBe(1);
  replicaAddress.behave("slow");
  await vi.waitFor(() => expect(servers.isNeeded()).toBe(false), 10_000);
  expect(await isRefused(read())).toBe(true);
  replicaAddress.behave("well");
  await vi.waitFor(async () => expect(await read()).toBe(1), 10_000);
  await pair.stopReplica();
  await pair.startReplica();
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(servers.isNeeded()).toBe(false);
  expect(await isRefused(read())).toBe(true);
  await pair.promoteReplica();
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(servers.isNeeded()).toBe(false);
}, 120_000);

test("D12.3 replicas that the primary does not wait for are never read in its place", async () => {
  await runSql(pair.url, "alter system set synchronous_standby_names = ''");
  await runSql(pair.url, "select pg_reload_conf()");
  const { logged, servers, write, read, isRefused } = await startReading();
  await write("one");
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await pair.killPrimary();
  await new Promise((resolve) => setTimeout(resolve, 2_500));
  expect(servers.isNeeded()).toBe(false);
  expect(await isRefused(read())).toBe(true);
  expect(logged).toEqual([]);
}, 120_000);

test("D12.3 without a primary a replica is not read that crashed and recovers, as its received log is not counted yet", async () => {
  const { servers, write, read, beSeen, isRefused } = await startReading();
  await write("one");
  await beSeen();
  // what it shows waits: now by the pause, after the crash by the delay
  await runSql(pair.replicaUrl, "alter system set recovery_min_apply_delay = '1h'");
  await pauseReplay();
  await write("received, but not shown");
  await pair.killPrimary();
  await vi.waitFor(() => expect(servers.isNeeded()).toBe(true), 10_000);
  expect(await isRefused(read())).toBe(true);
  // all of its processes begin anew, but not the server itself, so that it tells the same time of its start
  const checkpointer = "select pid from pg_stat_activity where backend_type = 'checkpointer'";
  for (const { pid } of (await runSql(pair.replicaUrl, checkpointer)) as { pid: number }[])
    process.kill(pid, "SIGKILL");
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await vi.waitFor(() => runSql(pair.replicaUrl, "select 1"), 20_000);
  expect(await isRefused(read())).toBe(true);
}, 120_000);

test("D12.3 without a primary a read is refused that the replica cancels, or whose connection leads to another server", async () => {
  const { primaryAddress, replicaAddress, servers, db, write, beSeen, isRefused } = await startReading();
  await write("one");
  await runSql(pair.replicaUrl, "alter system set max_standby_streaming_delay = 0");
  await runSql(pair.replicaUrl, "select pg_reload_conf()");
  await beSeen();
  // the primary is there, but this process does not reach it
  primaryAddress.behave("gone");
  await vi.waitFor(() => expect(servers.isNeeded()).toBe(true), 10_000);
  const readSlowly = () => sql`select count(*), pg_sleep(3) from notes group by text`.execute(db);
  const cancelled = readWithoutPrimary(servers, () => isRefused(readSlowly()));
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  await runSql(pair.url, "truncate notes");
  expect(await cancelled).toBe(true);
  // the next connection leads elsewhere than those that are open
  replicaAddress.leadTo(targetOf(new URL(pair.url)));
  const hold = () => Promise.all([readSlowly(), readSlowly(), readSlowly()]);
  expect(await readWithoutPrimary(servers, () => isRefused(hold()))).toBe(true);
}, 120_000);

test("D12.3 while commits wait for a replica in vain no write is taken, and the primary is read", async () => {
  const { logged, servers, write, read, beSeen } = await startReading();
  await write("one");
  await beSeen();
  await pair.stopReplica();
  const waiting = write("two");
  await vi.waitFor(() => expect(servers.takesNoWrites()).toBe(true), 10_000);
  expect([servers.isNeeded(), await read()]).toEqual([false, 1]);
  await pair.startReplica();
  await waiting;
  await vi.waitFor(() => expect(servers.takesNoWrites()).toBe(false), 10_000);
  expect(await read()).toBe(2);
  expect(logged).toContain("commits wait for a replica in vain: no writes are taken");
  expect(logged.at(-1)).toMatch(/^(commits are confirmed again|without a primary reads would go on at the replicas)$/);
});

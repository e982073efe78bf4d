import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { readReplica } from "#server/doctor/read-replica.ts";
import { migrate } from "./migrate.ts";
import { type Db, openPool } from "./pool.ts";
import { createReplica, type Replica } from "./replica.ts";
import { parsePosition } from "./replication.ts";
import { runSql, startPair } from "./test-replica.ts";

let pair: Awaited<ReturnType<typeof startPair>>;
let primary: ReturnType<typeof openPool>;
/** A second process that writes. */
let other: ReturnType<typeof openPool>;
let replica: Replica;
const logged: string[] = [];
const log = {
  warn: ({ reason }: { reason?: string }, text: string) => void logged.push(`${text} (${reason})`),
  info: (_: object, text: string) => void logged.push(text),
};

beforeAll(async () => {
  pair = await startPair();
  await runSql(pair.url, "create table notes (id int generated always as identity, text text)");
  primary = openPool(pair.url, 8, () => {});
  other = openPool(pair.url, 4, () => {});
  replica = createReplica(primary.db, { replicaUrl: pair.replicaUrl, max: 8, log, patienceMs: 2_000, probeMs: 100 });
  await vi.waitFor(() => expect(replica.isUsed()).toBe(true), 20_000);
}, 120_000);
afterAll(async () => {
  await replica.close();
  await primary.pool.end();
  await other.pool.end();
  await pair.close();
});

const write = (db: Db, text: string) => sql`insert into notes (text) values (${text})`.execute(db);
const count = (text: string) =>
  replica.read(async (db) => {
    const { rows } = await sql<{ count: number; here: boolean }>`
      select count(*) as count, pg_is_in_recovery() as here from notes where text = ${text}`.execute(db);
    return rows[0] ?? { count: -1, here: false };
  });
const used = () => expect.poll(() => replica.isUsed()).toBe(true);
/** Another reader of the replica, which uses it. */
async function useImpatient(times: { patienceMs: number; probeMs: number }): Promise<Replica> {
  const impatient = createReplica(primary.db, { replicaUrl: pair.replicaUrl, max: 2, log, ...times });
  onTestFinished(() => impatient.close());
  await expect.poll(() => impatient.isUsed()).toBe(true);
  return impatient;
}

test("D12.3 a read sees what any process committed before it, two hundred times on end, on the replica", async () => {
  let onReplica = 0;
  for (let round = 0; round < 200; round += 1) {
    await write(round % 2 === 0 ? other.db : primary.db, `round ${round}`);
    const { count: found, here } = await count(`round ${round}`);
    expect(found).toBe(1);
    if (here) onReplica += 1;
  }
  expect(onReplica).toBeGreaterThan(150);
}, 60_000);

test("D12.3 reads at the same time as writes by others each see their own write", async () => {
  await used();
  const work = async (name: string) => {
    for (let round = 0; round < 20; round += 1) {
      await write(other.db, `${name} ${round}`);
      expect((await count(`${name} ${round}`)).count).toBe(1);
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, worker) => work(`worker ${worker}`)));
}, 60_000);

test("D12.3 a replica that lags is left out by itself, comes back by itself, and no read is stale", async () => {
  await used();
  // the replica must answer within this time also on a busy machine
  const impatient = await useImpatient({ patienceMs: 1_000, probeMs: 50 });
  await runSql(pair.replicaUrl, "select pg_wal_replay_pause()");
  onTestFinished(async () => void (await runSql(pair.replicaUrl, "select pg_wal_replay_resume()")));
  await write(other.db, "while it lags");
  const read = () =>
    impatient.read(async (db) => {
      const answer = await sql<{ here: boolean }>`
        select pg_is_in_recovery() as here from notes where text = 'while it lags'`.execute(db);
      return answer.rows;
    });
  expect(await read()).toEqual([{ here: false }]);
  expect(impatient.isUsed()).toBe(false);
  expect(logged.join()).toContain("the replica is not used: all reads go to the primary (it is behind)");
  await runSql(pair.replicaUrl, "select pg_wal_replay_resume()");
  await expect.poll(() => impatient.isUsed()).toBe(true);
  expect(await read()).toEqual([{ here: true }]);
}, 60_000);

test("D12.3 a replica that hangs is left out within the patience, and comes back", async () => {
  await used();
  const impatient = await useImpatient({ patienceMs: 500, probeMs: 50 });
  pair.signal("SIGSTOP");
  onTestFinished(() => pair.signal("SIGCONT"));
  const startedAt = performance.now();
  expect(await impatient.read(async () => "answered")).toBe("answered");
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  expect(impatient.isUsed()).toBe(false);
  pair.signal("SIGCONT");
  await expect.poll(() => impatient.isUsed()).toBe(true);
}, 60_000);

test("D12.3 a read whose connections another read has just closed is answered by the primary", async () => {
  await used();
  const impatient = await useImpatient({ patienceMs: 500, probeMs: 60_000 });
  const [hasBegun, mayGoOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const early = impatient.read(async (db) => {
    hasBegun.resolve();
    if (db !== primary.db) await mayGoOn.promise;
    return (await sql<{ here: boolean }>`select pg_is_in_recovery() as here`.execute(db)).rows;
  });
  await hasBegun.promise;
  pair.signal("SIGSTOP");
  onTestFinished(() => pair.signal("SIGCONT"));
  expect(await impatient.read(async () => "answered")).toBe("answered");
  mayGoOn.resolve();
  expect(await early).toEqual([{ here: false }]);
  pair.signal("SIGCONT");
}, 60_000);

test("D12.3 a replica that ends during a read is left out, and the read is answered by the primary", async () => {
  await used();
  let runs = 0;
  const slow = replica.read(async (db) => {
    runs += 1;
    const { rows } = await sql<{ here: boolean }>`
      select pg_is_in_recovery() as here, case when pg_is_in_recovery() then pg_sleep(30) end`.execute(db);
    return rows[0]?.here;
  });
  await expect.poll(() => runs).toBe(1);
  await runSql(
    pair.replicaUrl,
    "select count(pg_terminate_backend(pid)) from pg_stat_activity where query like '%sleep(30)%' and pid <> pg_backend_pid()",
  ).catch(() => undefined);
  expect(await slow).toBe(false);
  await pair.stopReplica();
  await write(other.db, "without a replica");
  expect(await count("without a replica")).toEqual({ count: 1, here: false });
  await pair.startReplica();
  await used();
  expect(await count("without a replica")).toEqual({ count: 1, here: true });
}, 90_000);

test("D12.3 a write by mistake in such a read reaches the primary, and a wrong statement is thrown as it is", async () => {
  await used();
  await replica.read((db) => write(db, "by mistake"));
  expect((await count("by mistake")).count).toBe(1);
  await used();
  await expect(replica.read((db) => sql`select * from nowhere`.execute(db))).rejects.toThrow("nowhere");
  expect(replica.isUsed()).toBe(true);
});

test("D12.3 what is no replica of this database is never read: the primary itself, another one, nothing", async () => {
  const stranger = new URL(process.env.TEST_DATABASE_SERVER ?? "");
  const wrongs = [pair.url, stranger.href, "postgres://a:b@127.0.0.1:9/none"];
  for (const replicaUrl of wrongs) {
    const seen: string[] = [];
    const one = createReplica(primary.db, {
      replicaUrl,
      max: 2,
      log: { warn: ({ reason }: { reason?: string }) => void seen.push(reason ?? ""), info: () => {} },
      patienceMs: 1_000,
      probeMs: 20,
    });
    await expect.poll(() => seen).toHaveLength(1);
    expect(await one.read(async (db) => db === primary.db)).toBe(true);
    expect(seen[0]).toMatch(/not a replica|another database|ECONNREFUSED/);
    await one.close();
  }
});

test("D12.3 positions in the log are compared as numbers", () => {
  expect(parsePosition("0/FFFFFFFF") < parsePosition("1/0")).toBe(true);
  expect(parsePosition("9/0") < parsePosition("10/0")).toBe(true);
  expect(() => parsePosition(null)).toThrow("not a replica");
});

test("D12.2 the doctor sees that it is a replica of this primary, and how far behind", async () => {
  const facts = await readReplica(pair.replicaUrl, pair.url);
  expect(facts).toMatchObject({ isReplica: true, isOfPrimary: true });
  expect(facts.behindBytes).toBeLessThan(1_000_000);
});

test("D12.3 a whole product's tables reach the replica", async () => {
  await migrate(pair.url);
  const { count: sites } = await replica.read((db) =>
    db.selectFrom("sites").select(db.fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
  );
  expect(sites).toBe(0);
}, 60_000);

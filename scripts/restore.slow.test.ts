import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { chown } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { makeMember } from "#demo/factories.ts";
import { planting } from "#demo/insert.ts";
import { prune } from "#server/backup/catalog.ts";
import { differences } from "#server/backup/compare.ts";
import { withClient } from "#server/db/client.ts";
import { embeddedUrl } from "#server/db/database-folder.ts";
import { migrate } from "#server/db/migrate.ts";
import { type Db, type DbPool, openPool } from "#server/db/pool.ts";
import { ensureUsablePrograms } from "#server/db/postgres-programs.ts";
import { chooseListening, initialise, launchServer } from "#server/db/postgres-server.ts";
import { createScratchFolder, ensurePostgresUser } from "#server/db/system-user.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { markDeleted } from "#server/features/account/index.ts";
import { recordState } from "#server/features/privacy/member-notes.ts";
import { withdrawConsents } from "#server/features/profiles/index.ts";
import { seedDemoSites } from "#server/features/sites/index.ts";
import { systemClock } from "#server/lib/clock.ts";
import { systemRandom } from "#server/lib/random.ts";
import { createLocalFiles } from "#server/ports/files/local.ts";
import type { Services } from "#server/services.ts";
import { runBackup } from "./backup.ts";
import { runRestore } from "./restore.ts";

const scratch = createScratchFolder();
const backups = join(scratch, "backups");
const data = join(scratch, "data");
const ids = ensurePostgresUser();
const programs = ensureUsablePrograms(ids);
const place = { programs, ids, password: "word", database: join(scratch, "cluster") };
const settings = ["shared_buffers=16MB", "fsync=off", "max_connections=30"];
const archiving = [
  "archive_mode=on",
  "archive_library=basic_archive",
  `basic_archive.archive_directory=${join(backups, "wal")}`,
];

let url = "";
let db: DbPool;
let stop: () => Promise<void>;
beforeAll(async () => {
  for (const folder of [scratch, backups, join(backups, "base"), join(backups, "wal")]) {
    mkdirSync(folder, { recursive: true });
    if (ids) await chown(folder, ids.uid, ids.gid);
  }
  await initialise(place);
  const listening = await chooseListening(place.database);
  const server = await launchServer(place, listening, [...settings, ...archiving]);
  url = embeddedUrl("word", listening);
  await migrate(url);
  const opened = openPool(url, 2, () => {});
  db = opened.db;
  const town = {
    id: 1,
    country: "NL",
    name: "Utrecht",
    population: 1,
    latitude: 52,
    longitude: 5,
  };
  await db.insertInto("cities").values(town).execute();
  stop = async () => {
    await opened.pool.end();
    await server.stop();
  };
}, 180_000);
afterAll(async () => {
  await stop();
  rmSync(scratch, { recursive: true, force: true });
});

const env = () => ({
  NODE_ENV: "test",
  SECRET: "a secret for tests only, long enough",
  DATABASE_URL: url,
  BACKUP_DIR: backups,
  DATA_DIR: data,
});

async function said(run: typeof runBackup | typeof runRestore, args: string[] = [], changed = {}): Promise<string> {
  const lines: string[] = [];
  const environment: NodeJS.ProcessEnv = { ...env(), ...changed };
  await run(args, environment, (line) => lines.push(line)).catch((error: Error) => {
    throw new Error([...lines, error.message].join("\n"));
  });
  return lines.join("\n");
}

const books = async (from: Db) => {
  const { rows } = await sql<{ books: string }>`select concat_ws(' ', (select count(*) from accounts),
    (select count(*) from likes), (select sum(amount) from ledger), (select sum(credits) from wallets)) as books`.execute(
    from,
  );
  return rows[0]?.books;
};
const momentOf = async () => (await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)).rows[0]?.now;

test("quality: a backup restores a moment between two writes, a deleted member stays deleted, a rehearsal compares", async () => {
  const given = { db, clock: systemClock, random: systemRandom };
  const files = createLocalFiles(join(data, "files"));
  const [siteId = 0] = await seedDemoSites(db, systemClock.now());
  const anna = await makeMember(given, { siteId, credits: 40 });
  const ben = await makeMember(given, { siteId, credits: 7 });
  const eva = await makeMember(given, { siteId, credits: 0 });
  const photo = `photos/${siteId}/${anna.id}/${systemRandom.uuid()}/card.webp`;
  await files.put(photo, Buffer.from("a photo"), "image/webp");
  expect(await said(runBackup)).toMatch(
    /every moment from .* on can be restored\.\n1 new files of members were copied/,
  );

  // a like and a member after the base backup: they are in the archive alone
  await planting(db)
    .insertInto("likes")
    .values({ from_id: anna.id, to_id: ben.id, site_id: siteId, created_at: systemClock.now() })
    .execute();
  await makeMember(given, { siteId, credits: 3 });
  expect(await said(runRestore, ["--rehearse"])).toMatch(/^The same: \d+ tables with \d+ rows, ledger 50 3 50, photos/);
  const good = await books(db);
  const at = await momentOf();

  // Ben leaves and is erased, Eva withdraws a consent; then a person empties tables by mistake
  const later = new Date((at?.getTime() ?? 0) + 5);
  await inTransaction(db, (trx) => markDeleted(trx, ben.id, { reason: undefined, comment: undefined, now: later }));
  expect(
    await withdrawConsents(db, eva.id, { sexuality: false, explicit: true, about_me: true, click: true }, later),
  ).toBe(true);
  const services = { db, files, clock: { now: () => later } } as unknown as Services;
  for (const { id } of [ben, eva]) await recordState.run(services, { id });
  await sql`delete from likes`.execute(db);
  await sql`truncate accounts cascade`.execute(db);
  await files.remove(`photos/${siteId}/${anna.id}/`);
  await withClient(url, (client) => client.query("select pg_switch_wal()"));

  const into = join(scratch, "restored");
  const told = await said(runRestore, ["--into", into, "--at", at?.toISOString() ?? ""]);
  expect(told).toContain("1 files of members were brought back");
  expect(told).toContain("1 accounts were deleted or restored again");
  expect(told).toContain("1 members' consents were withdrawn again");
  expect(String(await files.get(photo))).toBe("a photo");

  // as the operator starts it
  const restored = { ...place, database: into };
  const listening = await chooseListening(into);
  const server = await launchServer(restored, listening, settings);
  const again = openPool(embeddedUrl("word", listening), 2, () => {});
  onTestFinished(async () => {
    await again.pool.end();
    await server.stop();
  });
  expect(await books(again.db)).toBe(good);
  const states = await again.db
    .selectFrom("accounts")
    .innerJoin("profiles", "member_id", "accounts.id")
    .select(["accounts.name", "status", "listed", "sexuality_consent_at"])
    .where("accounts.id", "in", [anna.id, ben.id, eva.id])
    .execute();
  const consented = expect.any(Date);
  expect(new Map(states.map(({ name, ...state }) => [name, state]))).toEqual(
    new Map([
      [anna.name, { status: "active", listed: true, sexuality_consent_at: consented }],
      [ben.name, { status: "deleted", listed: false, sexuality_consent_at: consented }],
      [eva.name, { status: "active", listed: false, sexuality_consent_at: null }],
    ]),
  );
  expect(readdirSync(into).filter((name) => /recovery|restore/.test(name))).toEqual([]);
}, 180_000);

test("quality: backups older than 30 days are removed with the archive that only they needed", async () => {
  const before = readdirSync(join(backups, "base"));
  mkdirSync(join(backups, "base", "20200101T000000000"));
  const later = new Date(Date.now() + 40 * dayMs);
  await said(runBackup);
  const wal = readdirSync(join(backups, "wal")).length;
  expect(prune(backups, later)).toBe(before.length);
  expect(readdirSync(join(backups, "base"))).toHaveLength(1);
  expect(readdirSync(join(backups, "wal")).length).toBeLessThan(wal);
  await expect(said(runRestore, ["--into", join(scratch, "x"), "--at", "2020-01-01T00:00:00Z"])).rejects.toThrow(
    "No base backup is older than this moment.",
  );
}, 60_000);

test("quality: a rehearsal names the tables that differ", () => {
  const here = new Map([
    ["likes", { rows: 2, hash: "1" }],
    ["visits", { rows: 2, hash: "1" }],
    ["photos", { rows: 2, hash: "1" }],
  ]);
  const there = new Map([
    ["likes", { rows: 2, hash: "1" }],
    ["visits", { rows: 2, hash: "9" }],
    ["matches", { rows: 1, hash: "1" }],
  ]);
  expect(differences(here, there)).toEqual([
    "matches: no rows here, 1 in the restored one",
    "photos: 2 rows here, no in the restored one",
    "visits: 2 rows here, 2 in the restored one",
  ]);
});

test("D12.2 backups say what to do if something is missing, and never overwrite a folder", async () => {
  await expect(said(runBackup, [], { BACKUP_DIR: "" })).rejects.toThrow("BACKUP_DIR must name the folder");
  await expect(said(runBackup, ["now"])).rejects.toThrow("npm run backup");
  const elsewhere = join(scratch, "elsewhere");
  mkdirSync(elsewhere);
  await expect(said(runBackup, [], { BACKUP_DIR: elsewhere })).rejects.toThrow(
    `PostgreSQL archives its log into ${join(backups, "wal")}, not into ${join(elsewhere, "wal")}`,
  );
  const server = process.env.TEST_DATABASE_SERVER ?? "";
  await expect(said(runBackup, [], { BACKUP_URL: server })).rejects.toThrow("does not archive its log");
  await expect(said(runRestore, [])).rejects.toThrow("npm run restore -- --into");
  await expect(said(runRestore, ["--into", data, "--at", "yesterday"])).rejects.toThrow("is not a time such as");
  await expect(said(runRestore, ["--into", data])).rejects.toThrow("is not empty");
  expect(existsSync(join(data, "files"))).toBe(true);
});

test("D12.2 a moment in the future, or after the archive's end, is a sentence, and leaves no half of a database", async () => {
  const into = join(scratch, "too-late");
  await expect(said(runRestore, ["--into", into, "--at", "2999-01-01T00:00:00Z"])).rejects.toThrow(
    "2999-01-01T00:00:00.000Z is in the future.",
  );
  expect(existsSync(into)).toBe(false);
  await said(runBackup);
  const at = (await momentOf())?.toISOString() ?? "";
  await expect(said(runRestore, ["--into", into, "--at", at])).rejects.toThrow(
    "The archive has nothing from after this moment yet: wait a minute, or name an earlier one.",
  );
  expect(readdirSync(into)).toEqual([]);
}, 120_000);

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { chown } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeMember } from "#demo/factories.ts";
import { listBackups } from "#server/backup/catalog.ts";
import { embeddedUrl } from "#server/db/database-folder.ts";
import { migrate } from "#server/db/migrate.ts";
import { type DbPool, openPool } from "#server/db/pool.ts";
import { ensureUsablePrograms } from "#server/db/postgres-programs.ts";
import { chooseListening, initialise, launchServer } from "#server/db/postgres-server.ts";
import { createScratchFolder, ensurePostgresUser } from "#server/db/system-user.ts";
import { seedDemoSites } from "#server/features/sites/index.ts";
import { systemClock } from "#server/lib/clock.ts";
import { systemRandom } from "#server/lib/random.ts";
import { createLocalFiles } from "#server/ports/files/local.ts";
import { runBackup } from "./backup.ts";
import { runRestore } from "./restore.ts";

const scratch = createScratchFolder();
const [backups, data, key] = ["backups", "data", "key"].map((name) => join(scratch, name)) as [string, string, string];
const ids = ensurePostgresUser();
const place = { programs: ensureUsablePrograms(ids), ids, password: "word", database: join(scratch, "cluster") };

async function said(run: typeof runBackup, args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const lines: string[] = [];
  await run(args, env, (line) => lines.push(line)).catch((error: Error) => {
    throw new Error([...lines, error.message].join("\n"));
  });
  return lines.join("\n");
}

let env: NodeJS.ProcessEnv;
let db: DbPool;
let stop: () => Promise<void>;
beforeAll(async () => {
  for (const folder of [scratch, backups, join(backups, "base"), join(backups, "wal")]) {
    mkdirSync(folder, { recursive: true });
    if (ids) await chown(folder, ids.uid, ids.gid);
  }
  const output = await said(runBackup, ["--new-key", key], {});
  const recipient = /^BACKUP_RECIPIENT=(\S+)/.exec(output)?.[1] ?? "";
  await initialise(place);
  const listening = await chooseListening(place.database);
  const program = join(import.meta.dirname, "log-archive.ts");
  const command = `"${process.execPath}" "${program}" archive "${backups}" ${recipient} "%p" "%f"`;
  const settings = ["shared_buffers=16MB", "fsync=off", "max_connections=30"];
  const archiving = ["archive_mode=on", `archive_command=${command}`];
  const server = await launchServer(place, listening, [...settings, ...archiving]);
  const url = embeddedUrl("word", listening);
  await migrate(url);
  const opened = openPool(url, 2, () => {});
  db = opened.db;
  const town = { id: 1, country: "NL", name: "Utrecht", population: 1, latitude: 52, longitude: 5 };
  await db.insertInto("cities").values(town).execute();
  env = {
    ...{ NODE_ENV: "test", SECRET: "a secret for tests only, long enough", DATABASE_URL: url },
    ...{ BACKUP_DIR: backups, BACKUP_RECIPIENT: recipient, DATA_DIR: data },
  };
  stop = async () => {
    await opened.pool.end();
    await server.stop();
  };
}, 180_000);
afterAll(async () => {
  await stop();
  rmSync(scratch, { recursive: true, force: true });
});

const contents = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => ({ name, text: readFileSync(join(parentPath, name), "latin1") }));

test("quality: an encrypted backup restores by its key, and by no other; none of its files names a member", async () => {
  const files = createLocalFiles(join(data, "files"));
  const [siteId = 0] = await seedDemoSites(db, systemClock.now());
  const given = { db, clock: systemClock, random: systemRandom };
  const anna = await makeMember(given, { siteId, credits: 40, name: "Annabella Unmistakable" });
  const photo = `photos/${siteId}/${anna.id}/${systemRandom.uuid()}/card.webp`;
  await files.put(photo, Buffer.from("a photo of Annabella Unmistakable"), "image/webp");
  expect(await said(runBackup, [], env)).toMatch(/1 new files of members were copied\.\nEncrypted\.$/);
  expect(await said(runBackup, [], env)).toContain("0 new files of members were copied.");
  // the archive has what came after the base backup
  await makeMember(given, { siteId, credits: 3, name: "Benjamin Unmistakable" });
  expect(await said(runRestore, ["--rehearse", "--key", key], env)).toMatch(/^The same: .*ledger 43 2 43, photos/);
  for (const { name, text } of contents(backups)) expect(text.includes("Unmistakable"), name).toBe(false);

  const into = join(scratch, "restored");
  await expect(said(runRestore, ["--into", into], env)).rejects.toThrow("this backup is encrypted");
  const other = join(scratch, "other-key");
  await said(runBackup, ["--new-key", other], env);
  await expect(said(runRestore, ["--into", into, "--key", other], env)).rejects.toThrow("encrypted for another key");
  expect(readdirSync(into)).toEqual([]);
  await files.remove(`photos/${siteId}/${anna.id}/`);
  expect(await said(runRestore, ["--into", into, "--key", key], env)).toContain("1 files of members were brought back");
  expect(String(await files.get(photo))).toBe("a photo of Annabella Unmistakable");
  expect(readdirSync(into).filter((name) => /recovery|restore/.test(name))).toEqual([]);
}, 180_000);

test("quality: a base backup that is cut off is refused, and leaves no half of a database", async () => {
  const [newest] = listBackups(backups).slice(-1);
  const base = join(backups, "base", newest?.name ?? "", "base.tar.age");
  expect(existsSync(base.replace(/\.age$/, ""))).toBe(false);
  truncateSync(base, readFileSync(base).length - 100_000);
  const into = join(scratch, "half");
  await expect(said(runRestore, ["--into", into, "--key", key], env)).rejects.toThrow("is damaged or cut off");
  expect(readdirSync(into)).toEqual([]);
}, 60_000);

test("D12.2 a new key never replaces another one, and an unencrypted archive is refused", async () => {
  await expect(said(runBackup, ["--new-key", key], env)).rejects.toThrow("The key can't be written");
  const server = process.env.TEST_DATABASE_SERVER ?? "";
  await expect(said(runBackup, [], { ...env, BACKUP_RECIPIENT: "age1me" })).rejects.toThrow("BACKUP_RECIPIENT");
  await expect(said(runBackup, [], { ...env, BACKUP_URL: server })).rejects.toThrow("does not archive its log");
});

import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { sendMessage } from "#contract/chat.ts";
import { listSiteTables } from "#server/db/site-tables.ts";
import { hashAddresses } from "#server/features/account/index.ts";
import { plantPayment } from "#server/features/payments/test-payment.ts";
import { createFiles } from "#server/ports/files/create.ts";
import { test as base, expect } from "#server/test.ts";
import type { Manifest } from "./export-site.ts";
import { runSite } from "./site.ts";

const test = base
  .extend("folder", { scope: "file" }, ({ services }, { onCleanup }) => {
    // the commands use the machine's clock
    services.clock.set(new Date());
    const folder = mkdtempSync(join(tmpdir(), "export-"));
    onCleanup(() => rmSync(folder, { recursive: true }));
    return folder;
  })
  .extend("site", { scope: "file" }, ({ services, folder }) => async (...args: string[]) => {
    const lines: string[] = [];
    const env = { DATA_DIR: join(folder, "data"), DATABASE_URL: services.config.databaseUrl };
    await runSite(args, env, (line) => void lines.push(line));
    return lines;
  })
  /** Two members of each site who wrote to one another, with photos, files and payments. */
  .extend("world", { scope: "file" }, async ({ services, siteIds, member, folder }) => {
    const files = createFiles({ ...services.config, dataDir: join(folder, "data"), storage: undefined });
    const people: { id: string; email: string; siteId: number }[] = [];
    for (const siteId of siteIds) {
      const [one, other] = [await member({ siteId, credits: 20, photo: true }), await member({ siteId, credits: 20 })];
      const { status } = await one.client.call(sendMessage, {
        body: { member: other.id, text: `Hello, ${other.name}` },
      });
      if (status !== 200) throw new Error("no message");
      await plantPayment(services, one);
      const at = `photos/${siteId}/${one.id}`;
      for (const key of [`${at}/x/full.webp`, `${at}/chat/y/full.webp`, `${at}/verification/z/picture.webp`])
        await files.put(key, Buffer.from(key), "image/webp");
      people.push({ ...one, siteId }, { ...other, siteId });
    }
    return people;
  });

const read = (...path: string[]) => readFileSync(join(...path), "utf8");
const sha256 = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");

test("R13.05 an export has all rows and files of a site, as its manifest counts them, and none of another site", async ({
  folder,
  site,
  world,
  services,
  siteIds,
}) => {
  const target = mkdtempSync(join(folder, "whole-"));
  await site("export", "rendezvous", target);
  const manifest: Manifest = JSON.parse(read(target, "manifest.json"));
  const everything: string[] = [];
  for (const [table, { rows, sha256: hash }] of Object.entries(manifest.tables)) {
    const text = read(target, "tables", `${table}.jsonl`);
    expect([table, sha256(text)]).toEqual([table, hash]);
    const lines = text.split("\n").slice(0, -1);
    expect([table, lines.length]).toEqual([table, rows]);
    for (const line of lines) {
      const row = JSON.parse(line);
      if ("site_id" in row) expect([table, row.site_id]).toEqual([table, siteIds[0]]);
    }
    everything.push(text);
  }
  const whole = everything.join("");
  for (const { id, email, siteId } of world) {
    expect([whole.includes(id), whole.includes(email)]).toEqual(Array(2).fill(siteId === siteIds[0]));
  }
  const tables = await listSiteTables(services.db);
  expect(tables.filter(({ leftOut }) => leftOut === null).map(({ table }) => table)).toEqual(
    Object.keys(manifest.tables),
  );
  // what a plain count says of the tables that name their site
  for (const table of ["accounts", "profiles", "payments", "photos", "conversations", "wallets", "ledger"] as const) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${sql.table(table)} where site_id = ${siteIds[0]}`.execute(services.db);
    expect([table, manifest.tables[table]?.rows]).toEqual([table, rows[0]?.count]);
  }
  expect(manifest.tables.messages?.rows).toBeGreaterThan(0);
  expect([manifest.tables.sites?.rows, manifest.tables.companies?.rows]).toEqual([1, 1]);
  const listed = read(target, "files.jsonl")
    .split("\n")
    .slice(0, -1)
    .map((line) => JSON.parse(line));
  expect(sha256(read(target, "files.jsonl"))).toBe(manifest.files.sha256);
  const keys = listed.map(({ key }) => key);
  expect(keys).toEqual(
    [
      `photos/${siteIds[0]}/${world[0]?.id}/chat/y/full.webp`,
      `photos/${siteIds[0]}/${world[0]?.id}/x/full.webp`,
    ].toSorted(),
  );
  for (const { key, sha256: hash } of listed) expect(sha256(readFileSync(join(target, "files", key)))).toBe(hash);
  expect([manifest.files.count, manifest.files.removed_meanwhile]).toEqual([2, 0]);
});

test("R13.05 an export has no secret, and only its user can read it", async ({ folder, site, services, world: _ }) => {
  const target = mkdtempSync(join(folder, "secret-"));
  await site("export", "rendezvous", target);
  const manifest: Manifest = JSON.parse(read(target, "manifest.json"));
  const suspicious = "hash|secret|sealed|token|password|endpoint|auth$|_key$|epoch";
  const { rows: columns } = await sql<{ table: string; name: string }>`
    select table_name as "table", column_name as name from information_schema.columns
    where table_schema = 'public' and column_name ~ ${suspicious} order by 1, 2`.execute(services.db);
  const exported = columns.filter(({ table, name }) => {
    const without = manifest.tables[table]?.without_columns ?? [];
    return table in manifest.tables && !without.includes(name);
  });
  // of names, requests, texts and pictures: they let no one in
  expect(exported.map(({ table, name }) => `${table}.${name}`)).toEqual([
    "accounts.mail_epoch",
    "accounts.name_key",
    "chat_photos.body_hash",
    "chat_photos.thumbhash",
    "mail_feedback.mail_epoch",
    "payments.body_hash",
    "photos.body_hash",
    "photos.thumbhash",
    "rejected_photos.body_hash",
    "text_versions.hash",
    "voice_introductions.body_hash",
    "voice_messages.body_hash",
  ]);
  for (const { table, name } of columns) {
    if (exported.some((each) => each.table === table && each.name === name) || !(table in manifest.tables)) continue;
    expect(read(target, "tables", `${table}.jsonl`)).not.toContain(`"${name}"`);
  }
  expect(Object.keys(manifest.left_out)).toEqual(expect.arrayContaining(["sessions", "staff", "api_keys", "passkeys"]));
  for (const path of ["manifest.json", "files.jsonl", "tables/accounts.jsonl"])
    expect(statSync(join(target, path)).mode & 0o777).toBe(0o600);
  expect(statSync(target).mode & 0o777).toBe(0o700);
});

test("R13.05 an export refuses a folder that is not empty, and is in the audit log", async ({
  folder,
  site,
  services,
}) => {
  const target = mkdtempSync(join(folder, "again-"));
  await site("export", "rendezvous", target);
  writeFileSync(join(target, "mine.txt"), "mine");
  const before = readdirSync(target).toSorted();
  await expect(site("export", "rendezvous", target)).rejects.toThrow("is not empty");
  expect(readdirSync(target).toSorted()).toEqual(before);
  await expect(site("export", "nowhere", join(folder, "none"))).rejects.toThrow("nowhere");
  expect(existsSync(join(folder, "none"))).toBe(false);
  await expect(site("export", "rendezvous")).rejects.toThrow("npm run site");
  const log = services.db.selectFrom("audit_log").select(["staff_id", "subject"]).where("action", "=", "site_exported");
  expect(await log.where("subject", "=", "site:rendezvous").execute()).not.toEqual([]);
});

test("R13.05 the command prints the hashes that a list of bans takes, and names a line that is no address", async ({
  folder,
  site,
  services,
  siteIds,
}) => {
  const file = join(folder, "addresses.txt");
  writeFileSync(file, "Some.One@example.org\n\nsome.one+tag@EXAMPLE.org\r\n");
  const asked = { db: services.db, services, site: { id: siteIds[0] } };
  const lines = await site("hashes", "rendezvous", file);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^[\da-f]{64}$/);
  expect(await hashAddresses(asked, ["some.one@example.org"])).toHaveLength(1);
  writeFileSync(file, "some.one@example.org\nno address\n");
  await expect(site("hashes", "rendezvous", file)).rejects.toThrow("address 2");
});

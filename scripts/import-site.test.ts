import { createHash, randomUUID } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { getUser } from "#contract/account.ts";
import { logIn, requestRecovery, resetPassword } from "#contract/auth.ts";
import { sendMessage } from "#contract/chat.ts";
import { listMovedTables } from "#server/db/moved-tables.ts";
import type { DbPool } from "#server/db/pool.ts";
import { listSiteTables, readSiteRows } from "#server/db/site-tables.ts";
import { plantPurchase } from "#server/features/payments/test-purchase.ts";
import { plantMember } from "#server/features/privacy/test-plant.ts";
import { TestClient } from "#server/http/test-client.ts";
import { createFiles } from "#server/ports/files/create.ts";
import { expect } from "#server/test.ts";
import type { Manifest } from "./export-site.ts";
import { runSite } from "./site.ts";
import { readWholeSite, separateCompanies, testMoveCommands } from "./test-move.ts";

const test = testMoveCommands
  .extend("site", { scope: "file" }, ({ services, other, folder }) => {
    const urls = { here: services.config.databaseUrl, there: other.services.config.databaseUrl };
    return async (at: keyof typeof urls, ...args: string[]) => {
      const lines: string[] = [];
      const env = {
        NODE_ENV: "test",
        SECRET: `a secret of the installation ${at}, long enough`,
        DATA_DIR: join(folder, at),
      };
      await runSite(args, { ...env, DATABASE_URL: urls[at] ?? "" }, (line) => void lines.push(line));
      return lines.join("\n");
    };
  })
  /** Members with a row in each table of theirs, and two who chat and buy; each has a photo. */
  .extend("world", { scope: "file" }, async ({ services, siteIds: [siteId], member, folder }) => {
    await separateCompanies(services);
    await plantMember(services, siteId);
    const [anna, ben] = [await member({ credits: 20, photo: true }), await member({ credits: 20 })];
    // long enough to be recognised if she writes it to many
    const text = `What did you do at the weekend, ${ben.name}? I walked along the river until it grew dark and cold.`;
    await anna.client.call(sendMessage, { body: { member: ben.id, text } });
    // pictures that only staff see
    const { db } = services;
    const kept = { photo_until: new Date(services.clock.now().getTime() + 86_400_000) };
    await db
      .updateTable("reports")
      .set({ ...kept, message_photo_id: randomUUID() })
      .execute();
    await db
      .updateTable("statements")
      .set({ ...kept, photo_id: randomUUID() })
      .execute();
    for (const buyer of [anna, ben]) await plantPurchase(services, buyer);
    await services.jobs.drain(services);
    const files = createFiles({ ...services.config, dataDir: join(folder, "here"), storage: undefined });
    for (const folder of ["verification", "reported", "rejected"])
      await files.put(`photos/${siteId}/${anna.id}/${folder}/x/full.webp`, Buffer.from("for staff"), "image/webp");
    const photo = `photos/${siteId}/${anna.id}/x/full.webp`;
    await files.put(photo, Buffer.from("a photo"), "image/webp");
    return { anna, ben, photo };
  })
  /** A whole export, each time a new one. */
  .extend("exported", async ({ site, folder, world: _ }) => {
    const target = mkdtempSync(join(folder, "export-"));
    await site("here", "export", "rendezvous", target);
    return target;
  });

const read = (...path: string[]) => readFileSync(join(...path), "utf8");
const manifestIn = (folder: string): Manifest => JSON.parse(read(folder, "manifest.json"));

/** Changes an export and, as its manifest says what its files are, the manifest too. */
function forge(folder: string, table: string, change: (text: string) => string): void {
  const [path, manifest] = [join(folder, "tables", `${table}.jsonl`), manifestIn(folder)];
  const text = change(read(path));
  writeFileSync(path, text);
  const { rows = 0 } = manifest.tables[table] ?? {};
  manifest.tables[table] = { ...manifest.tables[table], rows, sha256: createHash("sha256").update(text).digest("hex") };
  writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
}

/** What an export would have, by table, without the numbers that an installation gives itself. */
async function readExported(db: DbPool, siteId: number): Promise<Record<string, string[]>> {
  const rows: Record<string, string[]> = {};
  const moved = new Map((await listMovedTables(db)).map((each) => [each.table, each.columns]));
  for (const table of (await listSiteTables(db)).filter(({ leftOut }) => leftOut === null)) {
    const lines: string[] = [];
    await db.transaction().execute(async (trx) => {
      for await (const some of readSiteRows(trx, table, siteId)) lines.push(...some);
    });
    const columns = moved.get(table.table) ?? [];
    const said = (line: string) => Object.entries(JSON.parse(line)).filter(([name]) => columns.includes(name));
    rows[table.table] = lines.map((line) => JSON.stringify(said(line))).sort();
  }
  return rows;
}

const nothing = async (db: DbPool, siteId: number) =>
  Object.entries(await readWholeSite(db, siteId)).filter(([, rows]) => rows.length > 0);

test("an import refuses what is not whole, not of this version, or in the way of what is here, and changes nothing", async ({
  site,
  siteIds: [siteId],
  other,
  world: { photo },
  folder,
  exported,
}) => {
  const { db } = other.services;
  const attempt = async (pattern: RegExp) => {
    await expect(site("there", "import", exported)).rejects.toThrow(pattern);
    expect([pattern, await nothing(db, siteId)]).toEqual([pattern, []]);
    expect(existsSync(join(folder, "there/files/photos", String(siteId)))).toBe(false);
  };
  /** Writes a file of the export otherwise, for one attempt. */
  const attemptWith = async (path: string, text: string | undefined, pattern: RegExp) => {
    const before = read(exported, path);
    if (text === undefined) rmSync(join(exported, path));
    else writeFileSync(join(exported, path), text);
    await attempt(pattern);
    writeFileSync(join(exported, path), before);
  };
  await attemptWith("manifest.json", undefined, /no manifest.json: the export was cut off/);
  await attemptWith("manifest.json", "{}", /none of an export of this version/);
  const messages = read(exported, "tables/messages.jsonl");
  await attemptWith("tables/messages.jsonl", messages.replace("weekend", "Weekend"), /messages.jsonl is not what/);
  await attemptWith("tables/messages.jsonl", undefined, /messages.jsonl is missing/);
  await attemptWith(`files/${photo}`, "another", /full.webp is not what was written/);
  await attemptWith(
    "files.jsonl",
    read(exported, "files.jsonl").replace("photos/", "../photos/"),
    /files.jsonl is not what/,
  );
  const manifest = manifestIn(exported);
  const older = { ...manifest, migrations: manifest.migrations.slice(1) };
  await attemptWith("manifest.json", JSON.stringify(older), /of another version/);

  await sql`insert into site_hosts (host, site_id) select 'localhost', id from sites`.execute(db);
  await attempt(/Another site here has localhost/);
  await db.deleteFrom("site_hosts").where("host", "=", "localhost").execute();
  await sql`update sites set key = 'rendezvous'`.execute(db);
  await attempt(/There is a site rendezvous here already/);
  await sql`update sites set key = 'abendrot'`.execute(db);

  const ledger = read(exported, "tables/ledger.jsonl");
  const books = (text: string) => forge(exported, "ledger", () => text);
  books(ledger.replace(/"amount": (\d+)/, '"amount": 1$1'));
  await attempt(/wallets differ from the sum of their ledger/);
  books(ledger.replaceAll('"amount"', '"amounts"'));
  await attempt(/ledger have other columns/);
  books(ledger);
  expect(await db.selectFrom("audit_log").select("id").where("action", "=", "site_imported").execute()).toEqual([]);
});

test("R13.05 an export comes into another installation with each row and file, closed; members choose a new password", async ({
  site,
  siteIds: [siteId],
  services,
  other,
  exported,
  folder,
  world: { anna, ben, photo },
}) => {
  const { db } = other.services;
  const said = await site("there", "import", exported);
  expect(said).toMatch(/\d+ rows and 1 files of rendezvous are here. It is closed./);
  expect(said).toMatch(/Pictures that only staff see are in no export: [3-9] checks, reports and decisions/);

  const [before, after] = [await readExported(services.db, siteId), await readExported(db, siteId)];
  const closed = after.site_settings?.filter((row) => row.includes("closed_until"));
  expect(closed).toHaveLength(1);
  const withoutPhoto = (table: string) =>
    (before[table] ?? []).map((row) => row.replace(/\["photo_until","[^"]+"\]/, '["photo_until",null]')).sort();
  for (const table of ["reports", "statements"]) expect(withoutPhoto(table)).not.toEqual(before[table]);
  expect(before.verifications).not.toEqual([]);
  expect(after).toEqual({
    ...before,
    // the pictures that they name are in no export
    reports: withoutPhoto("reports"),
    statements: withoutPhoto("statements"),
    verifications: (before.verifications ?? []).filter((row) => !row.includes('["status","waiting"]')),
    site_settings: [...(before.site_settings ?? []), ...(closed ?? [])].sort(),
    // their provider knows the former installation only
    stored_methods: [],
    direct_debits: (before.direct_debits ?? []).filter((row) => !row.includes('["payment_id",null]')),
  });
  expect(before.stored_methods?.length).toBeGreaterThan(0);
  expect(Object.values(before).filter((rows) => rows.length > 0).length).toBeGreaterThan(40);
  expect(readFileSync(join(folder, "there/files", photo), "utf8")).toBe("a photo");

  // what an export leaves out
  const hashes = (from: DbPool) =>
    from.selectFrom("first_messages").select("text_hash").where("author_id", "=", anna.id).execute();
  expect(await hashes(db)).toEqual(await hashes(services.db));
  expect((await hashes(db))[0]?.text_hash).not.toBeNull();
  const counters = await sql<{ right: boolean }>`select c.last = max(r.number) as right from receipt_counters as c
    join receipts as r using (company_id, year) where r.site_id = ${siteId} group by c.company_id, c.year, c.last`.execute(
    db,
  );
  expect(counters.rows).toEqual([{ right: true }]);
  const log = db.selectFrom("audit_log").select("subject").where("action", "=", "site_imported");
  expect(await log.execute()).toEqual([{ subject: "site:rendezvous" }]);

  await expect(site("there", "import", exported)).rejects.toThrow("There is a site rendezvous here already");
  expect(await readExported(db, siteId)).toEqual(after);

  other.services.clock.advance(6_000);
  const client = new TestClient(other.app, "localhost");
  const hello = { member: ben.id, text: "Here too" };
  const password = "a quite new pass phrase";
  expect((await client.call(logIn, { body: { login: anna.email, password } })).status).toBe(401);
  await site("there", "unset", "rendezvous", "closed_until");
  other.services.clock.advance(6_000);
  expect((await client.call(requestRecovery, { body: { email: anna.email } })).status).toBe(200);
  await other.services.jobs.drain(other.services);
  const mail = other.services.mail.sent.findLast(({ to }) => to === anna.email);
  const token = /token=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
  const reset = await client.call(resetPassword, { body: { token, password, password_again: password } });
  expect(reset.status).toBe(200);
  const again = new TestClient(other.app, "localhost");
  expect((await again.call(logIn, { body: { login: anna.email, password } })).status).toBe(200);
  expect((await again.call(getUser)).body.user).toMatchObject({ id: anna.id });
  expect((await again.call(sendMessage, { body: hello })).status).toBe(200);
});

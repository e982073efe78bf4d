import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { getInvitation, getStaff } from "#contract/staff.ts";
import { forgetPort, notePort } from "#server/config/data-folder.ts";
import { findRunningEmbedded } from "#server/db/database-folder.ts";
import { addDemoStaff } from "#server/features/office/index.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { sealedKey, sealForPolice } from "#server/features/profiles/index.ts";
import { test as base, expect } from "#server/test.ts";
import { runStaff } from "./staff.ts";

const test = base
  .extend("env", { scope: "file" }, ({ services }, { onCleanup }) => {
    services.clock.set(new Date());
    const folder = mkdtempSync(join(tmpdir(), "staff-"));
    onCleanup(() => rmSync(folder, { recursive: true }));
    return { DATA_DIR: folder, DATABASE_URL: services.config.databaseUrl };
  })
  /** Runs a command and returns its output; throws as the command does. */
  .extend("staff", { scope: "file" }, ({ env }) => async (args: string[], change: Record<string, string> = {}) => {
    let output = "";
    await runStaff(args, { ...env, ...change }, (line) => {
      output += `${line}\n`;
    });
    return output;
  });

/** Runs the command as `npm run staff -- …` does. */
async function runProcess(args: string[], env: Record<string, string | undefined>) {
  return await new Promise<{ code: number; output: string; errors: string }>((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, "staff.ts"), ...args],
      { env: { PATH: process.env.PATH, ...env } },
      (error, output, errors) => resolve({ code: error ? Number(error.code) : 0, output, errors }),
    );
  });
}

const tokenIn = (output: string) => /\/staff\/setup\/([\w-]{43})\n/.exec(output)?.[1] ?? "";

test("D11.4 add prints a valid invitation, reset a new one, and after disable neither is valid", async ({
  client,
  env,
  staff,
}) => {
  const added = await runProcess(["add", "Ada@Example.org", "Ada Lovelace", "admin"], { ...env, PORT: "3210" });
  expect([added.code, added.errors]).toEqual([0, ""]);
  expect(added.output).toContain("http://localhost:3210/staff/setup/");
  const look = async (output: string) => (await client.call(getInvitation, { query: { token: tokenIn(output) } })).body;
  expect((await look(added.output)).staff).toEqual({ email: "Ada@example.org", name: "Ada Lovelace", role: "admin" });
  // a shell that does not know the port of the product that runs on this folder
  notePort(env.DATA_DIR, 3477);
  expect(await staff(["reset", "ada@example.org"])).toContain("http://localhost:3477/staff/setup/");
  forgetPort(env.DATA_DIR);
  expect(await staff(["reset", "ada@example.org"])).toContain("http://localhost:3000/staff/setup/");
  const reset = await staff(["reset", "ada@example.org", "https://www.example.org"]);
  expect(reset).toContain("https://www.example.org/staff/setup/");
  expect((await look(added.output)).error?.code).toBe("link_invalid");
  expect((await look(reset)).staff.role).toBe("admin");
  expect(await staff(["list"])).toMatch(
    /^Ada@example\.org\tAda Lovelace\tadmin\tinvited\tnever logged in\tall sites$/m,
  );
  expect(await staff(["disable", "ada@example.org"])).toBe("Ada Lovelace is locked out.\n");
  expect((await look(reset)).error?.code).toBe("link_invalid");
}, 60_000);

test("D11.4 sites limits a staff member to some sites by their keys, and lets them work on all again", async ({
  given,
  staff,
}) => {
  const mia = await staffMember(given, "moderator");
  const sitesOfMia = async () => (await mia.client.call(getStaff)).body.staff?.sites.map(({ key }) => key);
  expect(await staff(["sites", mia.email, "abendrot"])).toContain("works on abendrot from now on");
  expect(await sitesOfMia()).toEqual(["abendrot"]);
  expect(await staff(["list"])).toMatch(new RegExp(`^${mia.email}.*\tabendrot$`, "m"));
  await expect(staff(["sites", mia.email, "nowhere"])).rejects.toThrow('No site has the key "nowhere"');
  await expect(staff(["sites", mia.email])).rejects.toThrow("Name the keys of sites, or all.");
  await staff(["sites", mia.email, "all"]);
  expect(await sitesOfMia()).toEqual(["rendezvous", "abendrot"]);
});

test("D11.4 role gives a staff member another role and ends their sessions; the last admin keeps theirs", async ({
  given,
  services,
  staff,
}) => {
  // the other tests of this file leave no admin who can log in
  await services.db.updateTable("staff").set({ enabled: false }).where("role", "=", "admin").execute();
  const [ada, mia] = [await staffMember(given, "admin"), await staffMember(given, "moderator")];
  const now = services.clock.now();
  const claim = { queue: "texts", item: randomUUID(), staff_id: mia.id, until: new Date(now.getTime() + 60_000) };
  await services.db.insertInto("staff_claims").values(claim).execute();
  expect(await staff(["role", mia.email, "support"])).toMatch(/was moderator, and is support now/);
  expect((await mia.client.call(getStaff)).body.staff).toBeNull();
  expect(await services.db.selectFrom("staff_claims").where("staff_id", "=", mia.id).execute()).toEqual([]);
  const logged = await services.db.selectFrom("audit_log").select(["action", "subject"]).execute();
  expect(logged).toContainEqual({ action: "command", subject: `role ${mia.email} support` });
  await expect(staff(["role", mia.email, "support"])).rejects.toThrow("has the role support already.");
  await expect(staff(["role", "nobody@example.org", "support"])).rejects.toThrow("No staff member has the address");
  await expect(staff(["role", mia.email, "boss"])).rejects.toThrow('"boss" is not a role.');
  await expect(staff(["role", ada.email, "support"])).rejects.toThrow("is the only admin who can log in");
  // of two admins at once, one stays an admin
  const eva = await staffMember(given, "admin");
  const both = await Promise.allSettled([ada, eva].map(({ email }) => staff(["role", email, "finance"])));
  expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
});

test("D7.5 direct debit blocks are listed, and lifted once", async ({ services, member, staff }) => {
  const { db, clock } = services;
  const { id: memberId, siteId } = await member();
  const block = { member_id: memberId, site_id: siteId, blocked_at: clock.now() };
  expect(await staff(["debit-blocks"])).toBe("No member is blocked.\n");
  await db.insertInto("direct_debit_blocks").values(block).execute();
  expect(await staff(["debit-blocks"])).toContain(memberId);
  expect(await staff(["lift-debit-block", memberId])).toBe(`${memberId} can pay by direct debit again.\n`);
  await expect(staff(["lift-debit-block", memberId])).rejects.toThrow("is not blocked for direct debits");
});

test.for<[string[], string]>([
  [["lift-debit-block", "anna"], '"anna" is not the id of a member.'],
  [["add", "no address", "Ada", "admin"], '"no address" is not an email address.'],
  [["add", "bob@example.org", "Bob", "king"], '"king" is not a role. Roles are: support, moderator, finance, admin.'],
  [["add", "bob@example.org", "Bob", "admin", "ftp://x"], "ftp://x is not the address of a site."],
  [["reset", "nobody@example.org"], 'No staff member has the address "nobody@example.org".'],
  [["promote", "bob@example.org"], "npm run staff -- …"],
])("%j is refused with a message that says why", async ([args, words], { env }) => {
  const output: string[] = [];
  await expect(runStaff(args, env, (line) => output.push(line))).rejects.toThrow(words);
  expect(output).toEqual([]);
});

test("a refusal is written without a stack trace", async ({ env }) => {
  const refused = await runProcess(["reset", "nobody@example.org"], env);
  expect(refused).toEqual({
    code: 1,
    output: "",
    errors: 'No staff member has the address "nobody@example.org".\n',
  });
}, 60_000);

test("the code of the demo's login is printed without a database", async ({ staff }) => {
  expect(await staff(["code"], { DATABASE_URL: "" })).toMatch(/^\d{6} {3}for \d+ more seconds\n$/);
});

test("code and list say why the demo's login has ended, and how to add another one", async ({ services, staff }) => {
  const login = { email: "staff@demo.invalid", name: "Demo", role: "admin", password: "a long password" } as const;
  await addDemoStaff(services, { ...login, secret: "DEMODEMODEMODEMODEMODEMODEMODEMO" });
  expect(await staff(["code"])).not.toContain("can't log in");
  const setDemo = (demo: boolean) =>
    services.db.updateTable("sites").set({ demo }).where("key", "=", "abendrot").execute();
  await setDemo(false);
  for (const command of ["code", "list"]) {
    const said = await staff([command]);
    expect(said).toContain("staff@demo.invalid can't log in any more");
    expect(said).toContain('npm run staff -- add <e-mail> "<name>" admin');
  }
  expect(await staff(["list"])).toMatch(/^staff@demo\.invalid\tDemo\tadmin\tended\t/m);
  await setDemo(true);
});

test("without a database a command says how to get one; a running server's embedded one is found by its files", async ({
  staff,
}) => {
  const refused = staff(["list"], { DATABASE_URL: "" });
  await expect(refused).rejects.toThrow("No database: start the product first (npm start), or set DATABASE_URL.");
  const data = mkdtempSync(join(tmpdir(), "embedded-"));
  expect(findRunningEmbedded(data)).toBeUndefined();
  mkdirSync(join(data, "postgres"));
  writeFileSync(join(data, "postgres/postmaster.pid"), "4711\n/somewhere\n1700000000\n54321\n\n127.0.0.1\n");
  writeFileSync(join(data, "postgres-password"), "pass");
  expect(findRunningEmbedded(data)).toBe("postgres://rendezvous:pass@127.0.0.1:54321/rendezvous");
  rmSync(data, { recursive: true });
});

test("D11.2 a sealed recording is listed, opened into a file that only its owner reads, and kept longer; the log names it", async ({
  env,
  member,
  services,
  siteIds,
  staff,
}) => {
  const { db } = services;
  const { id: memberId } = await member();
  const photo = { siteId: siteIds[0], memberId, id: randomUUID() };
  expect(await staff(["sealed"])).toBe("Nothing is sealed.\n");
  await sealForPolice(db, photo, { soundType: "audio/webm", decisionId: randomUUID(), now: services.clock.now() });
  const [, number = ""] = /^(\d+)\t/.exec(await staff(["sealed"])) ?? [];
  const file = join(env.DATA_DIR, "evidence.webp");
  await expect(staff(["open-sealed", number, file])).rejects.toThrow("not in the store");
  await expect(staff(["open-sealed", "99999", file])).rejects.toThrow("Nothing is sealed under the number 99999.");
  const path = join(env.DATA_DIR, "files", sealedKey(photo.id, "audio/webm"));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, "the picture");
  expect(await staff(["open-sealed", number, file])).toContain(`Number ${number} is in ${file}.`);
  expect([readFileSync(file, "utf8"), statSync(file).mode & 0o777]).toEqual(["the picture", 0o600]);
  // never over another file
  await expect(staff(["open-sealed", number, file])).rejects.toThrow("EEXIST");
  await expect(staff(["keep-sealed", number, "2020-01-01"])).rejects.toThrow("not a day to come");
  expect(await staff(["keep-sealed", number, "2099-03-31"])).toContain("2099-03-31");
  expect(await staff(["sealed"])).toContain("until 2099-03-31");
  const logged = await db.selectFrom("audit_log").select("subject").where("action", "=", "command").execute();
  expect(logged.map(({ subject }) => subject)).toContain(`open-sealed ${number}`);
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { getUser, signUp } from "#contract/account.ts";
import { dayMs } from "#contract/durations.ts";
import { eraseImported, getImported } from "#contract/imports.ts";
import { searchMembers } from "#contract/members.ts";
import { mailImported } from "#server/features/account/imports/jobs.ts";
import { insertBan, readMembersFile } from "#server/features/account/index.ts";
import { signupForm } from "#server/features/account/test-signup.ts";
import { purgeOldRows } from "#server/features/retention.ts";
import { test as base, expect } from "#server/test.ts";
import { runSite } from "./site.ts";

const source = "Old Flames";
const now = new Date("2026-11-28T12:00:00Z");
const rules = { minAge: 18, now };

const test = base
  .extend("folder", { scope: "file" }, ({ services }, { onCleanup }) => {
    // the commands use the machine's clock
    services.clock.set(new Date());
    const folder = mkdtempSync(join(tmpdir(), "import-"));
    onCleanup(() => rmSync(folder, { recursive: true }));
    return folder;
  })
  .extend("run", { scope: "file" }, ({ services, folder }) => async (csv: string | Buffer, ...more: string[]) => {
    const file = join(folder, "members.csv");
    writeFileSync(file, csv);
    const lines: string[] = [];
    const env = { DATA_DIR: folder, DATABASE_URL: services.config.databaseUrl, SECRET: services.config.secret };
    await runSite(["import", "rendezvous", file, "--source", source, ...more], env, (line) => void lines.push(line));
    return lines;
  })
  /** Sends the emails of imports; answers the token of the one to an address. */
  .extend("tokenOf", { scope: "file" }, ({ services }) => async (email: string) => {
    await mailImported.run(services, {});
    await services.jobs.drain(services);
    const mails = services.mail.sent.filter(({ to }) => to === email);
    return { mails, token: /\/imported\/([\w-]+)/.exec(mails[0]?.text ?? "")?.[1] ?? "" };
  })
  .extend("stored", { scope: "file" }, ({ services }) => async () => {
    const rows = await services.db.selectFrom("imported_members").select(["email", "site_id"]).execute();
    return rows.map(({ email }) => email).toSorted();
  });

test("R13.05 a file's faults are told by line, whatever quotes, line ends and blanks it has", () => {
  const text = [
    "\uFEFFemail,name,gender,seeks,date_of_birth,country,language\r",
    'anna@example.org,"Anna ""A"" B",female,male,1990-02-03,NL,de',
    "",
    '"two',
    'lines@example.org",,,,,,',
    "no address,,,,,,",
    "ben@example.org,Ben,man,,,,",
    "kid@example.org,,,,2015-01-01,,",
    "old@example.org,,,,1990-02-30,,",
    "lang@example.org,,,,,,xx",
    "more@example.org,,,,,,,surplus",
    "  spaced@example.org  ,  Eva  ,,,,,",
    "nul\u0000@example.org,,,,,,",
    "last@example.org,,,,,,",
  ].join("\n");
  const { lines, faults } = readMembersFile(text, rules);
  expect(faults.map(({ line, fault }) => [line, fault.split(":")[0]])).toEqual([
    [2, "name"],
    [4, "email is no address"],
    [6, "email is no address"],
    [7, "gender"],
    [8, "date_of_birth"],
    [9, "date_of_birth"],
    [10, "language is none that there is"],
    [11, "has more cells than the heading"],
    [13, "email is no address"],
  ]);
  expect(lines.map(({ line, email, details }) => [line, email, details.name])).toEqual([
    [12, "spaced@example.org", "Eva"],
    [14, "last@example.org", undefined],
  ]);
  const wrong = (heading: string) => () => readMembersFile(`${heading}\nx@example.org`, rules);
  expect(wrong("name")).toThrow("the column email is missing");
  expect(wrong("email,phone")).toThrow("unknown columns: phone");
  expect(wrong("email,email")).toThrow("twice");
  expect(() => readMembersFile("", rules)).toThrow("email is missing");
  expect(() => readMembersFile('email\n"open', rules)).toThrow("line 2");
});

test("R13.05 a file of 10 MB with a quote that does not end, or that ends at its end, is told by line within seconds", () => {
  const long = "An\u0000na\n".repeat(2 ** 21);
  const started = performance.now();
  expect(() => readMembersFile(`email,name\na@example.org,"${long}`, rules)).toThrow("line 2");
  expect(() => readMembersFile(`email,name\na@example.org,"${long}" b`, rules)).toThrow("line 2");
  const { lines, faults } = readMembersFile(`email,name\na@example.org,"${long}"\nb@example.org,Ben`, rules);
  expect(faults.map(({ line }) => line)).toEqual([2]);
  expect(lines.map(({ line, email }) => [line, email])).toEqual([[3 + 2 ** 21, "b@example.org"]]);
  expect(performance.now() - started).toBeLessThan(10_000);
});

test("R13.05 a file that is not UTF-8 is refused whole, so that no name is spoilt; NUL in a name is a fault", async ({
  run,
  stored,
}) => {
  const before = await stored();
  const latin = Buffer.from("email,name\njorg@example.org,J\u00f6rg", "latin1");
  await expect(run(latin)).rejects.toThrow("is not UTF-8");
  expect((await run("email,name\nnul@example.org,An\u0000na", "--dry-run"))[0]).toMatch(/^line 2: name/);
  expect(await stored()).toEqual(before);
});

test("R13.05 a dry run says what would happen, and changes nothing", async ({ run, stored, services }) => {
  const before = await stored();
  const csv = "email\ndry.one@example.org\nDRY.ONE+x@example.org\nnone\n";
  expect(await run(csv, "--dry-run")).toEqual([
    "line 4: email is no address",
    "To be imported, and asked by email within 30 days: 1",
    "Twice, or imported before: 1 · members: 0 · banned: 0 · with faults: 1",
    "Nothing was changed.",
  ]);
  expect(await stored()).toEqual(before);
  const log = services.db.selectFrom("audit_log").select("id").where("action", "=", "members_imported");
  expect(await log.execute()).toEqual([]);
});

test("R13.05 run twice imports once; members, banned mailboxes and second spellings are left out and counted", async ({
  run,
  stored,
  services,
  siteIds,
  member,
}) => {
  const anna = await member();
  const email = "banned.import@example.org";
  await insertBan(services.db, { siteId: siteIds[0], email, complaintId: null, now: services.clock.now() });
  const csv = ["email", "twice@example.org", "Twice+b@example.org", anna.email, "Banned.Import+1@example.org"].join(
    "\n",
  );
  const counts = (lines: string[]) => lines.join(" ").match(/(?<=: )\d+/g);
  expect(counts(await run(csv))).toEqual(["1", "1", "1", "1", "0"]);
  expect(counts(await run(csv))).toEqual(["0", "2", "1", "1", "0"]);
  expect((await stored()).filter((each) => each.startsWith("twice"))).toEqual(["twice@example.org"]);
  const both = await Promise.all([run("email\nrace@example.org"), run("email\nrace@example.org")]);
  expect(both.map((lines) => counts(lines)?.[0]).toSorted()).toEqual(["0", "1"]);
});

test("R13.05 no one is a member before they say yes; then they are, with the address proven, and the row is gone", async ({
  run,
  stored,
  tokenOf,
  visitor,
  services,
}) => {
  const email = "joins@example.org";
  await run(`email,name,gender,seeks,date_of_birth,language\n${email},Joining Jo,female,male,1991-04-05,de`);
  expect(await services.db.selectFrom("accounts").select("id").where("email", "=", email).execute()).toEqual([]);
  const { mails, token } = await tokenOf(email);
  expect([mails.length, mails[0]?.subject]).toEqual([1, "Möchtest du zu Rendezvous kommen?"]);
  expect(mails[0]?.text).toContain(source);
  const client = visitor();
  const { imported } = (await client.call(getImported, { query: { token } })).body;
  const details = { name: "Joining Jo", gender: "female", seeks: "male", date_of_birth: "1991-04-05" };
  expect(imported).toEqual({ source, email, details });
  const form = signupForm({ name: "Joining Jo", email, imported: token });
  const young = await client.call(signUp, { body: { ...form, date_of_birth: "2015-01-01" } });
  expect([young.status, await stored()]).toEqual([400, expect.arrayContaining([email])]);
  const unwilling = await client.call(signUp, { body: { ...form, sexuality_consent: false } });
  expect(unwilling.body.error?.field_codes).toEqual({ sexuality_consent: "consent_required" });
  const joined = await client.call(signUp, { body: form });
  expect([joined.status, joined.body.user.status]).toEqual([200, "active"]);
  expect((await client.call(getUser)).body.user?.profile.name).toBe("Joining Jo");
  expect(await stored()).not.toContain(email);
  expect((await visitor().call(getImported, { query: { token } })).status).toBe(410);
  expect((await tokenOf(email)).mails).toHaveLength(1);
  expect((await client.call(searchMembers)).status).toBe(200);
});

test("R13.05 the link proves its own address only: with another one the signup sends its usual email", async ({
  run,
  tokenOf,
  visitor,
}) => {
  await run("email\nproven@example.org");
  const { token } = await tokenOf("proven@example.org");
  const body = signupForm({ name: "Another One", email: "another.one@example.org", imported: token });
  expect((await visitor().call(signUp, { body })).body.user.status).toBe("not_confirmed");
  const forged = signupForm({
    name: "Forged One",
    email: "forged.one@example.org",
    imported: `${token.slice(0, -1)}x`,
  });
  expect((await visitor().call(signUp, { body: forged })).body.user.status).toBe("not_confirmed");
});

test("R13.05 an import that was stopped goes on; a site that takes no signups sends no one to its closed door", async ({
  run,
  stored,
  siteHas,
}) => {
  const csv = ["email", ...Array.from({ length: 20 }, (_, at) => `goes.on${at}@example.org`)];
  await run(csv.slice(0, 8).join("\n"));
  expect((await run(csv.join("\n")))[0]).toMatch(/^Imported.*: 13$/);
  expect((await stored()).filter((email) => email.startsWith("goes.on"))).toHaveLength(20);
  await siteHas({ signups: "none" });
  await expect(run("email\nno.door@example.org")).rejects.toThrow("takes no signups");
});

test("R13.05 an import that dies in the middle is in the audit log, and the next one brings the rest", async ({
  run,
  stored,
  services: { db },
}) => {
  const csv = ["email", ...Array.from({ length: 3 }, (_, at) => `dies${at}@example.org`)].join("\n");
  const logged = async () =>
    (
      await db.selectFrom("audit_log").select("detail").where("action", "=", "members_imported").orderBy("id").execute()
    ).map(({ detail }) => detail);
  const before = await logged();
  await sql`alter table imported_members add constraint dies check (email <> 'dies1@example.org')`.execute(db);
  await expect(run(csv)).rejects.toThrow("dies");
  expect(await logged()).toEqual([...before, { imported: 3, source }]);
  expect((await stored()).filter((email) => email.startsWith("dies"))).toEqual(["dies0@example.org"]);
  await sql`alter table imported_members drop constraint dies`.execute(db);
  expect((await run(csv))[0]).toMatch(/: 2$/);
  expect((await stored()).filter((email) => email.startsWith("dies"))).toHaveLength(3);
});

test("R13.05 someone who was banned after the import gets no email", async ({
  run,
  tokenOf,
  stored,
  services,
  siteIds,
}) => {
  const email = "banned.later@example.org";
  await run(`email\n${email}`);
  await insertBan(services.db, { siteId: siteIds[0], email, complaintId: null, now: services.clock.now() });
  expect((await tokenOf(email)).mails).toEqual([]);
  expect(await stored()).not.toContain(email);
});

test("R13.05 a link of one site opens nothing on another", async ({ run, tokenOf, visitor, stored }) => {
  await run("email\nhere@example.org");
  const { token } = await tokenOf("here@example.org");
  const there = visitor("127.0.0.1");
  expect((await there.call(getImported, { query: { token } })).status).toBe(410);
  await there.call(eraseImported, { body: { token } });
  expect(await stored()).toContain("here@example.org");
});

test("R13.05 the person has it erased at once, and another import of the file sends no second email", async ({
  run,
  tokenOf,
  visitor,
  stored,
}) => {
  const email = "erases@example.org";
  await run(`email\n${email}`);
  const { token } = await tokenOf(email);
  expect((await visitor().call(eraseImported, { body: { token } })).body).toEqual({ erased: true });
  expect((await visitor().call(eraseImported, { body: { token } })).status).toBe(200);
  expect(await stored()).not.toContain(email);
  await run(`email\n${email}`);
  expect((await tokenOf(email)).mails).toHaveLength(1);
  expect(await stored()).not.toContain(email);
});

test("R13.05 without an answer it is erased after 30 days; someone who signed up meanwhile gets no email", async ({
  run,
  tokenOf,
  stored,
  services,
  signedUp,
}) => {
  await run("email\nsilent@example.org\nmeanwhile@example.org");
  await signedUp({ name: "Meanwhile", email: "Meanwhile+1@example.org" });
  expect((await tokenOf("meanwhile@example.org")).mails).toEqual([]);
  expect(await stored()).not.toContain("meanwhile@example.org");
  services.clock.advance(30 * dayMs - 60_000);
  await purgeOldRows.run(services, {});
  expect(await stored()).toContain("silent@example.org");
  expect((await tokenOf("silent@example.org")).mails).toHaveLength(1);
  services.clock.advance(120_000);
  await purgeOldRows.run(services, {});
  expect(await stored()).not.toContain("silent@example.org");
});

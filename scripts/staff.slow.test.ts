import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getInvitation, getStaff } from "#contract/staff.ts";
import { forgetPort, notePort } from "#server/config/running-port.ts";
import { findRunningEmbedded } from "#server/db/running-embedded.ts";
import { picture, sendTo } from "#server/features/chat/photos/test-photos.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { test as base, expect } from "#server/test.ts";
import { runStaff } from "./staff-commands.ts";

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
  expect(await staff(["list"])).toMatch(/^Ada@example\.org\tAda Lovelace\tadmin\tinvited\tnever logged in$/m);
  expect(await staff(["disable", "ada@example.org"])).toBe("Ada Lovelace is locked out.\n");
  expect((await look(reset)).error?.code).toBe("link_invalid");
}, 60_000);

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

test("D11.2 open reports are listed, shown with the chat they are about, and closed once", async ({
  services,
  member,
  staff,
}) => {
  const { db, clock } = services;
  const [anna, ben] = [await member({ name: "Anna" }), await member({ name: "Ben" })];
  const { siteId } = anna;
  const now = clock.now();
  const chat = JSON.stringify([{ from: ben.id, kind: "member", text: "Send me money", at: now.toISOString() }]);
  const about = {
    about: "chat",
    about_id: randomUUID(),
    reason: "scam",
    text: "Look at his words",
    chat,
    chat_until: now,
  };
  const { id } = await db
    .insertInto("reports")
    .values({ ...about, site_id: siteId, reporter_id: anna.id, reported_id: ben.id, created_at: now, changed_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  expect(await staff(["reports"])).toContain(`\tchat\tscam\tBen (${ben.id})\n`);
  const shown = await staff(["report", id]);
  for (const line of [`reported\tBen (${ben.id})`, `by\tAnna (${anna.id})`, "words\tLook at his words"])
    expect(shown).toContain(line);
  expect(shown).toContain("\treported\tmember\tSend me money\n");
  expect(shown).toContain(`npm run staff -- close ${id}\n`);
  const read = db.selectFrom("reports").select("chat_opened_at").where("id", "=", id);
  expect((await read.executeTakeFirstOrThrow()).chat_opened_at).not.toBeNull();
  expect(await staff(["close", id])).toBe(
    "The report is closed, and its reporter is notified. It will be deleted in a year.\n",
  );
  const statements = db.selectFrom("statements").select(["member_id", "side", "decision", "ground", "staff_id"]);
  expect(await statements.where("report_id", "=", id).execute()).toEqual([
    { member_id: anna.id, side: "reporter", decision: "report_kept", ground: null, staff_id: null },
  ]);
  await expect(staff(["close", id])).rejects.toThrow(`No report ${id} is open.`);
  expect(await staff(["reports"])).toBe("Nothing is open.\n");

  // a report of a photo that its owner has since deleted, with the path of its copy
  const photo = { about: "photo", about_id: randomUUID(), reason: "fake", photo_until: now };
  const made = await db
    .insertInto("reports")
    .values({ ...photo, site_id: siteId, reporter_id: anna.id, reported_id: ben.id, created_at: now, changed_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  expect(await staff(["report", made.id])).toContain(
    `photo\tphotos/${siteId}/${ben.id}/reported/${photo.about_id}/full.webp, below files/ in the data folder, kept until `,
  );
});

test("D11.3 waiting texts are listed, approved so that the member and others see it, or rejected", async ({
  services,
  member,
  staff,
}) => {
  const { db, clock, events, jobs } = services;
  const waiting = async (text: string) => {
    const { id } = await member({ aboutMe: "I like tea." });
    const waits = { about_me_inspection: text, about_me_inspection_since: clock.now() };
    await db.updateTable("profiles").set(waits).where("member_id", "=", id).execute();
    return id;
  };
  const shown = async (id: string) =>
    await db.selectFrom("profiles").select(["about_me", "about_me_inspection"]).where("member_id", "=", id).execute();
  expect(await staff(["texts"])).toBe("Nothing is waiting.\n");
  const [anna, ben] = [await waiting("My blog:\nwww.example.org"), await waiting("Call 0171 2345678")];
  const output = await staff(["texts"]);
  expect(output).toMatch(new RegExp(`^${anna}\\t[\\d-]{10} [\\d:]{5}\\t\\w+\\tMy blog: www\\.example\\.org$`, "m"));
  expect(output).toMatch(new RegExp(`^${ben}\\t.*\\tCall 0171 2345678$`, "m"));
  const heard: [string, string][] = [];
  for (const id of [anna, ben]) events.subscribe(id, (event) => heard.push([id, event.type]));
  expect(await staff(["approve-text", anna])).toBe("Others see it now: My blog: www.example.org\n");
  expect(await staff(["reject-text", ben])).toContain(
    "It is deleted, and others still see the previous text: Call 0171",
  );
  expect(await shown(anna)).toEqual([{ about_me: "My blog:\nwww.example.org", about_me_inspection: null }]);
  expect(await shown(ben)).toEqual([{ about_me: "I like tea.", about_me_inspection: null }]);
  await jobs.drain(services);
  expect(heard).toEqual([[anna, "about_me"]]);
  await expect(staff(["approve-text", anna])).rejects.toThrow(`No text of ${anna} is waiting.`);
});

test("D7.4 D7.5 D7.7 payment issues, withdrawals and direct debit blocks are listed, and closed once", async ({
  services,
  member,
  staff,
}) => {
  const { db, clock } = services;
  const { id: memberId, siteId } = await member();
  const now = clock.now();
  expect(await staff(["payments"])).toBe("Nothing is open.\n");
  const issue = await db
    .insertInto("payment_issues")
    .values({ kind: "unusual_spending", subject: "x", member_id: memberId, detail: '{"purchases":6}', found_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  const withdrawal = await db
    .insertInto("withdrawals")
    .values({ site_id: siteId, outcome: "recorded", email: "gone@example.org", number: "2026-1\n2", created_at: now })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .insertInto("direct_debit_blocks")
    .values({ member_id: memberId, site_id: siteId, blocked_at: now })
    .execute();

  expect(await staff(["payments"])).toMatch(new RegExp(`^${issue.id}\t.*\tunusual_spending\tx\t${memberId}\t`));
  expect(await staff(["close-payment", issue.id])).toBe("It is closed.\n");
  await expect(staff(["close-payment", issue.id])).rejects.toThrow(`Nothing with the number ${issue.id} is open.`);

  const listed = await staff(["withdrawals"]);
  expect(listed).toContain("\tno account\tgone@example.org\t");
  // what a visitor typed stays in its line
  expect(listed.trim().split("\n")).toHaveLength(1);
  expect(await staff(["close-withdrawal", withdrawal.id])).toBe("The withdrawal is closed.\n");
  await expect(staff(["close-withdrawal", withdrawal.id])).rejects.toThrow("is open");

  expect(await staff(["debit-blocks"])).toContain(memberId);
  expect(await staff(["lift-debit-block", memberId])).toBe(`${memberId} can pay by direct debit again.\n`);
  await expect(staff(["lift-debit-block", memberId])).rejects.toThrow("is not blocked for direct debits");
});

test("D8.2 photos in chats that wait are listed, approved, or rejected with a reason", async ({
  services,
  pair,
  staff,
}) => {
  expect(await staff(["photos"])).toBe("Nothing is waiting.\n");
  const [anna, ben] = await pair();
  const idOf = async (message: string) => {
    const photos = services.db.selectFrom("chat_photos").select("id").where("message_id", "=", message);
    return (await photos.executeTakeFirstOrThrow()).id;
  };
  const [first, second] = [
    await idOf((await sendTo(anna, ben, await picture())).body.message.id),
    await idOf((await sendTo(ben, anna, await picture("#fff", "#222"))).body.message.id),
  ];
  const output = await staff(["photos"]);
  expect(output).toMatch(new RegExp(`^${first}\\t.*\\t${anna.id}\\tphotos/.*/chat/${first}/full\\.webp, below`, "m"));
  expect(output).toContain(second);
  expect(await staff(["approve-photo", first])).toBe("Its recipient sees it now.\n");
  await expect(staff(["approve-photo", first])).rejects.toThrow(`No photo ${first} is waiting.`);
  await expect(staff(["reject-photo", second, "ugly"])).rejects.toThrow(
    '"ugly" is not a reason. Reasons are: explicit,',
  );
  expect(await staff(["reject-photo", second, "advertising"])).toContain("its author got the credits back");
  await expect(staff(["reject-photo", second, "other"])).rejects.toThrow("it was rejected before");
  expect(await staff(["photos"])).toBe("Nothing is waiting.\n");
});

test.for<[string[], string]>([
  [["approve-photo", "1"], '"1" is not the number of a photo.'],
  [["approve-text", "anna"], '"anna" is not the id of a member.'],
  [
    ["reject-text", "00000000-0000-4000-8000-000000000000"],
    "No text of 00000000-0000-4000-8000-000000000000 is waiting.",
  ],
  [["report", "everything"], '"everything" is not the number of a report.'],
  [["report", "00000000-0000-4000-8000-000000000000"], "There is no report 00000000-0000-4000-8000-000000000000."],
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

test("D11.3 open reviews are listed with numbers and no text, and closed once", async ({ services, member, staff }) => {
  const ben = await member({ name: "Ben Reviewed" });
  const row = { site_id: ben.siteId, member_id: ben.id, recipients: 4, opened_at: services.clock.now() };
  const { id } = await services.db.insertInto("reviews").values(row).returning("id").executeTakeFirstOrThrow();
  expect(await staff(["reviews"])).toMatch(
    new RegExp(`^${id}\t.+\tBen Reviewed \\(${ben.id}\\)\t4 members, 0 reports$`, "m"),
  );
  expect(await staff(["close-review", id])).toBe("The review is closed.\n");
  await expect(staff(["close-review", id])).rejects.toThrow(`No review ${id} is open.`);
  const logged = await services.db.selectFrom("audit_log").select(["action", "subject", "staff_id"]).execute();
  expect(logged).toContainEqual({ action: "command", subject: `close-review ${id}`, staff_id: null });
  await expect(staff(["close-review", "x"])).rejects.toThrow('"x" is not the number of a review.');
});

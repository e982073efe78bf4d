import { randomUUID } from "node:crypto";
import { checkSignup, getUser, requestReactivation, signUp } from "#contract/account.ts";
import { getAuditLog } from "#contract/audit-log.ts";
import { logIn, requestRecovery } from "#contract/auth.ts";
import { getChats, sendMessage } from "#contract/chat.ts";
import { type StaffRole, staffRoles } from "#contract/constants.ts";
import { getDecisions, getStatement, objectByLink, objectToDecision } from "#contract/decisions.ts";
import { dayMs } from "#contract/durations.ts";
import { likeMember } from "#contract/likes.ts";
import { getMember } from "#contract/members.ts";
import { reportMember } from "#contract/moderation.ts";
import { decideObjection } from "#contract/office.ts";
import { getPasskeyChallenge, logInByPasskey } from "#contract/passkeys.ts";
import { type Measure, measures } from "#contract/sanctions.ts";
import { getMemberFile, restoreMember, sanctionMember } from "#contract/staff-members.ts";
import { signupForm } from "#server/features/account/test-signup.ts";
import { announced, plantEndpoint } from "#server/features/advertising/webhooks/test-endpoints.ts";
import { allJobs } from "#server/features/all-jobs.ts";
import { add } from "#server/features/auth/test-passkeys.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { decideOn } from "#server/features/office/test-office.ts";
import { purgeOldRows } from "#server/features/retention.ts";
import type { Services } from "#server/services.ts";
import { test as base, expect, type Member } from "#server/test.ts";
import { endSuspensions } from "./jobs.ts";

const eraseAll = async (services: Services) =>
  await allJobs.find(({ name }) => name === "erase-accounts")?.run(services, {});

/** Anew for each test: some move the clock, which ends the sessions of staff. */
const test = base
  .extend("mia", ({ given }) => staffMember(given, "moderator"))
  .extend("max", ({ given }) => staffMember(given, "moderator"))
  .extend("ada", ({ given }) => staffMember(given, "admin"));

type Staff = Awaited<ReturnType<typeof staffMember>>;
type Who = Pick<Member, "id">;

/** Takes a measure, based on the state that `by` sees now, unless told otherwise. */
async function take(
  by: Staff,
  { id }: Who,
  measure: Measure,
  more: { version?: number; days?: 1 | 7 } = {},
  key = randomUUID(),
) {
  const version = more.version ?? (await by.client.call(getMemberFile, { query: { id } })).body.member.version;
  const body = { id, version, measure, days: more.days ?? 7, ground: "harassment" as const, words: "Be kind." };
  return await by.client.call(sanctionMember, { body }, { key });
}
async function lift(by: Staff, { id }: Who) {
  const { version } = (await by.client.call(getMemberFile, { query: { id } })).body.member;
  return await by.client.call(restoreMember, { body: { id, version, words: "Why" } });
}
const decisionsOf = async ({ client }: Pick<Member, "client">) => (await client.call(getDecisions)).body.decisions;
const tokenIn = (text: string | undefined) => /\/decisions\/([A-Za-z0-9_-]+)/.exec(text ?? "")?.[1] ?? "";

test("D11.4 which role may take which measure, and what becomes of the account", async ({
  given,
  member,
  services,
}) => {
  const allowed: Record<StaffRole, boolean> = { support: false, moderator: true, finance: false, admin: true };
  const after = { warned: "active", muted: "active", suspended: "suspended", banned: "banned" } as const;
  for (const role of staffRoles) {
    const who = await staffMember(given, role);
    for (const measure of measures) {
      const anna = await member();
      const answer = await take(who, anna, measure);
      expect(answer.status, `${role} ${measure}`).toBe(allowed[role] ? 200 : 403);
      const status = (await who.client.call(getMemberFile, { query: { id: anna.id } })).body.member.status;
      expect(status).toBe(allowed[role] ? after[measure] : "active");
      const rows = services.db.selectFrom("statements").select(["decision", "ground", "words"]);
      const expected = allowed[role] ? [{ decision: measure, ground: "harassment", words: "Be kind." }] : [];
      expect(await rows.where("member_id", "=", anna.id).execute()).toEqual(expected);
      const lifted = measure !== "warned" && allowed[role];
      expect((await lift(who, anna)).status).toBe(lifted ? 200 : allowed[role] ? 409 : 403);
      expect((await anna.client.call(getUser)).body.user === null).toBe(
        allowed[role] && (measure === "suspended" || measure === "banned"),
      );
    }
  }
});

test("D11.4 a suspended member is logged out, can't log in, is hidden, and reads the reasons by a link", async ({
  member,
  signedUp,
  mia,
  max,
  mails,
  events,
  visitor,
  services,
}) => {
  const anna = await signedUp();
  const ben = await member({ credits: 20 });
  await ben.client.call(sendMessage, { body: { member: anna.id, text: "Hello" } });
  await anna.client.call(likeMember, { body: { id: ben.id } });
  const [hers, his] = [events(anna), events(ben)];
  expect((await take(mia, anna, "suspended", { days: 7 })).status).toBe(200);

  // each open stream asks for its session then, and closes
  expect(hers).toContainEqual({ type: "sessions" });
  expect(his).toContainEqual({ type: "member_hidden", member: anna.id });
  expect((await anna.client.call(getUser)).body.user).toBeNull();
  expect((await ben.client.call(getMember, { query: { id: anna.id } })).body.error?.code).toBe("profile_not_found");
  expect((await ben.client.call(getChats)).body.chats).toEqual([]);
  const write = await ben.client.call(sendMessage, { body: { member: anna.id, text: "Still there?" } });
  expect(write.body.error?.code).toBe("profile_not_found");

  const { email, password } = anna.form;
  const wrong = await visitor().call(logIn, { body: { login: email, password: "not her password" } });
  expect(wrong.body.error?.code).toBe("login_failed");
  const refused = (await visitor().call(logIn, { body: { login: email, password } })).body.error;
  expect(refused?.code).toBe("account_suspended");
  const [mail] = (await mails(email)).slice(-1);
  expect(mail?.text).toContain("Be kind.");
  const token = tokenIn(mail?.text);
  expect(tokenIn(refused?.link)).toBe(token);
  const before = (await mails(email)).length;
  await visitor().call(requestRecovery, { body: { email, way: "login" } });
  await visitor().call(requestReactivation, { body: { email } });
  expect(await mails(email)).toHaveLength(before);

  const read = (await visitor().call(getStatement, { query: { token } })).body.decision;
  expect(read).toMatchObject({ decision: "suspended", ground: "harassment", words: "Be kind.", objection: null });
  const elsewhere = await visitor("127.0.0.1").call(getStatement, { query: { token } });
  expect(elsewhere.body.error?.code).toBe("decision_not_found");
  const flipped = `${token.slice(0, 9)}${token[9] === "x" ? "y" : "x"}${token.slice(10)}`;
  for (const forged of ["x", token.slice(1), `${token}A`, flipped, "A".repeat(43)]) {
    const answer = await visitor().call(getStatement, { query: { token: forged } });
    expect(answer.body.error?.code, forged).toBe("decision_not_found");
  }
  const object = () => visitor().call(objectByLink, { body: { token, text: "I was angry" } });
  const answers = await Promise.all([object(), object()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const decide = (by: Staff) =>
    by.client.call(decideObjection, { body: { id: read.id, verdict: "upheld", words: "We were too strict." } });
  expect((await decide(mia)).body.error?.code).toBe("staff_item_gone");
  expect((await decide(max)).status).toBe(200);
  expect((await mails(email)).at(-1)?.text).toContain("We were too strict.");
  expect((await visitor().call(logIn, { body: { login: email, password } })).status).toBe(200);
  expect((await ben.client.call(getMember, { query: { id: anna.id } })).status).toBe(200);
  expect(await services.db.selectFrom("banned_addresses").selectAll().execute()).toEqual([]);
});

test("D11.4 D3.4 neither a suspended nor a banned member gets in by a passkey; once the suspension is lifted, they do", async ({
  signedUp,
  mia,
  visitor,
}) => {
  const [anna, ben] = [await signedUp(), await signedUp()];
  const { device } = await add(anna.client);
  const { device: his } = await add(ben.client);
  const enter = async (by: typeof device) => {
    const client = visitor();
    const { options } = (await client.call(getPasskeyChallenge)).body;
    const { error } = (await client.call(logInByPasskey, { body: { response: by.use(options) } })).body;
    return { error, user: (await client.call(getUser)).body.user };
  };
  expect((await enter(device)).user?.id).toBe(anna.id);
  await take(mia, anna, "suspended");
  await take(mia, ben, "banned");
  const refused = await enter(device);
  expect([refused.error?.code, refused.user]).toEqual(["account_suspended", null]);
  const read = await visitor().call(getStatement, { query: { token: tokenIn(refused.error?.link) } });
  expect(read.body.decision.decision).toBe("suspended");
  const banned = await enter(his);
  expect([banned.error?.code, banned.user]).toEqual(["account_banned", null]);
  await lift(mia, anna);
  expect((await enter(device)).user?.id).toBe(anna.id);
});

test("D11.4 a suspension ends by the clock: by the job, or by a login before it ran", async ({
  member,
  signedUp,
  mia,
  given,
  services,
  visitor,
}) => {
  const [anna, ben, eva] = [await signedUp(), await signedUp(), await member()];
  for (const who of [anna, ben]) await take(mia, who, "suspended", { days: 1 });
  const enter = ({ form: { email: login, password } }: typeof anna) =>
    visitor().call(logIn, { body: { login, password } });
  given.services.clock.advance(dayMs - 1000);
  await endSuspensions.run(services, {});
  expect((await enter(anna)).body.error?.code).toBe("account_suspended");
  given.services.clock.advance(1000);
  expect((await enter(ben)).status).toBe(200);
  expect((await eva.client.call(getMember, { query: { id: ben.id } })).status).toBe(200);
  expect((await eva.client.call(getMember, { query: { id: anna.id } })).status).toBe(404);
  await endSuspensions.run(services, {});
  await endSuspensions.run(services, {});
  expect((await eva.client.call(getMember, { query: { id: anna.id } })).status).toBe(200);
  expect((await enter(anna)).status).toBe(200);
});

test("D11.4 a banned account refuses its address, keeps its data while it can be objected to, then is erased", async ({
  signedUp,
  mia,
  max,
  given,
  services,
  visitor,
}) => {
  const [anna, ben] = [await signedUp(), await signedUp()];
  const { clock } = given.services;
  const begin = clock.now();
  for (const who of [anna, ben]) expect((await take(mia, who, "banned")).status).toBe(200);
  const again = await visitor().call(signUp, { body: { ...signupForm(anna.form), name: "Somebody else" } });
  expect(again.body.error?.field_codes).toEqual({ email: "email_taken" });
  const { email: login, password } = ben.form;
  const refused = (await visitor().call(logIn, { body: { login, password } })).body.error;
  expect(refused?.code).toBe("account_banned");
  const token = tokenIn(refused?.link);
  const isThere = async ({ id }: Who) =>
    (await services.db.selectFrom("accounts").select("id").where("id", "=", id).execute()).length === 1;

  clock.set(new Date(begin.getTime() + 182 * dayMs).toISOString());
  const objected = await visitor().call(objectByLink, { body: { token, text: "It was not me" } });
  expect(objected.status).toBe(200);
  await eraseAll(services);
  expect([await isThere(anna), await isThere(ben)]).toEqual([true, true]);
  clock.set(new Date(begin.getTime() + 184 * dayMs).toISOString());
  await eraseAll(services);
  // an open objection is answered first
  expect([await isThere(anna), await isThere(ben)]).toEqual([false, true]);
  const still = await visitor().call(signUp, { body: { ...signupForm(anna.form), name: "Somebody else" } });
  expect(still.body.error?.field_codes).toEqual({ email: "email_taken" });
  clock.set(begin.toISOString());
  const id = objected.body.decision.id;
  const upheld = await max.client.call(decideObjection, { body: { id, verdict: "upheld", words: "Why" } });
  expect(upheld.status).toBe(200);
  expect((await visitor().call(logIn, { body: { login, password } })).status).toBe(200);
});

test("D11.4 D11.5 of a banned and erased account only a keyed hash of the mailbox is left, which refuses its addresses for five years", async ({
  signedUp,
  visitor,
  mia,
  services,
  siteIds,
}) => {
  const { db, clock } = services;
  const begin = clock.now();
  const anna = await signedUp({ email: "anna.banned@example.org" });
  // a ban of an earlier version, whose account was erased
  const older = { site_id: siteIds[0], email: "older@example.org", cause: "staff", created_at: clock.now() };
  await db.insertInto("banned_addresses").values(older).execute();
  expect((await take(mia, anna, "banned")).status).toBe(200);
  const addresses = async () => {
    const rows = await db.selectFrom("banned_addresses").select("email").where("cause", "=", "staff").execute();
    return rows.map(({ email }) => email);
  };
  const codeOf = async (email: string, host?: string) => {
    return (await visitor(host).call(checkSignup, { body: { email } })).body.error?.field_codes?.email;
  };
  await eraseAll(services);
  expect(await addresses()).toEqual([anna.form.email]);
  clock.advance(184 * dayMs);
  await eraseAll(services);
  expect(await addresses()).toEqual([]);
  const kept = JSON.stringify(await db.selectFrom("banned_mailboxes").selectAll().execute());
  expect(kept).not.toContain(Buffer.from(anna.form.email).toString("hex"));
  for (const email of [anna.form.email, "anna.banned+again@example.org", older.email]) {
    expect(await codeOf(email), email).toBe("email_taken");
  }
  expect(await codeOf(anna.form.email, "127.0.0.1")).toBeUndefined();
  // five years from the ban, not from the erasure
  clock.advance((5 * 365 - 184) * dayMs - 1000);
  await purgeOldRows.run(services, {});
  expect(await codeOf(anna.form.email)).toBe("email_taken");
  clock.advance(2000);
  await purgeOldRows.run(services, {});
  expect(await codeOf(anna.form.email)).toBeUndefined();
  clock.set(begin.toISOString());
});

test("D11.4 of two moderators who act on what they saw, one does; a repeated request acts once", async ({
  member,
  mia,
  max,
  mails,
  services,
}) => {
  const anna = await member();
  const answers = await Promise.all([
    take(mia, anna, "suspended", { version: 0 }),
    take(max, anna, "banned", { version: 0 }),
    take(max, anna, "muted", { version: 0 }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.error?.code).toBe("staff_item_gone");

  const ben = await member();
  const key = randomUUID();
  // the answer was lost, and the browser asks again
  for (let tries = 0; tries < 2; tries += 1)
    expect((await take(mia, ben, "warned", { version: 0 }, key)).status).toBe(200);
  expect((await take(mia, ben, "warned", { version: 0 })).status).toBe(409);
  expect(await decisionsOf(ben)).toHaveLength(1);
  expect(await mails(ben.email)).toHaveLength(1);
  const log = services.db.selectFrom("audit_log").select("action").where("member_id", "=", ben.id);
  expect(await log.execute()).toEqual([{ action: "member_warned" }]);
});

test("D11.2 D11.4 a warning is taken back once, from the state that was seen; its member reads so in a mail, and it no longer counts", async ({
  member,
  services,
  mia,
  max,
  mails,
}) => {
  const anna = await member();
  const warn = async (ground: "misuse" | "scam", version: number) => {
    const body = { id: anna.id, version, measure: "warned", ground, words: "Don't" } as const;
    expect((await mia.client.call(sanctionMember, { body })).status).toBe(200);
    return (await decisionsOf(anna))[0]?.id ?? "";
  };
  const decision = await warn("misuse", 0);
  const withdraw = (version: number, id = decision) =>
    max.client.call(restoreMember, { body: { id: anna.id, version, words: "Our mistake", decision: id } });
  expect((await withdraw(0)).body.error?.code).toBe("staff_item_gone");
  expect((await withdraw(1, randomUUID())).body.error?.code).toBe("staff_item_gone");
  expect((await withdraw(1)).status).toBe(200);
  expect((await withdraw(2)).body.error?.code).toBe("staff_item_gone");
  expect(await decisionsOf(anna)).toMatchObject([
    { decision: "warning_withdrawn", ground: null, words: "Our mistake" },
    { decision: "warned" },
  ]);
  // two mails of one moment are sent side by side
  const texts = (await mails(anna.email)).map(({ text }) => text);
  const taken = "We’ve taken back a warning. It no longer counts against you.";
  expect(texts.filter((text) => text.includes(taken))).toHaveLength(1);
  const { safety } = (await mia.client.call(getMemberFile, { query: { id: anna.id } })).body;
  const warning = safety?.decisions.find(({ id }) => id === decision);
  expect(warning).toMatchObject({ lifted: true, in_force: false });
  const pause = { id: anna.id, version: 2, measure: "reports_paused", days: 30, ground: "misuse", words: "x" } as const;
  const paused = await mia.client.call(sanctionMember, { body: pause });
  expect(paused.body.error?.field_codes).toEqual({ measure: "warning_needed" });
  const log = services.db.selectFrom("audit_log").select(["member_id", "subject"]);
  expect(await log.where("action", "=", "member_warning_withdrawn").execute()).toEqual([
    { member_id: anna.id, subject: `statement:${decision}` },
  ]);
  // other measures are lifted as before
  const other = await member();
  await take(mia, other, "muted");
  await warn("scam", 2);
  expect((await lift(mia, other)).status).toBe(200);
});

test("D11.4 a member who deletes the account, or is banned, while staff look at it: nothing is done", async ({
  member,
  services,
  mia,
}) => {
  const [anna, ben] = [await member(), await member()];
  const gone = { status: "deleted", deleted_at: services.clock.now() };
  await services.db.updateTable("accounts").set(gone).where("id", "=", anna.id).execute();
  await take(mia, ben, "banned");
  for (const who of [anna, ben, { id: randomUUID() }]) {
    // a deleted account can be banned: `deleted-accounts.test.ts`
    for (const measure of measures.filter((each) => who !== anna || each !== "banned")) {
      const answer = await take(mia, who, measure, { version: who === ben ? 1 : 0 });
      expect(answer.body.error?.code).toBe("staff_item_gone");
    }
  }
  expect((await lift(mia, anna)).body.error?.code).toBe("staff_item_gone");
});

test("D11.4 a muted member can't send until the time is over; a message that was sent before has its answer", async ({
  pair,
  mia,
  given,
}) => {
  const [anna, ben] = await pair();
  const send = (text: string, key = randomUUID(), from = anna, to = ben) =>
    from.client.call(sendMessage, { body: { member: to.id, text } }, { key });
  const key = randomUUID();
  const sent = await send("Hi", key);
  expect((await take(mia, anna, "muted", { days: 1 })).status).toBe(200);
  expect((await send("Hi", key)).body).toEqual(sent.body);
  expect((await send("Another", key)).body.error?.code).toBe("idempotency_key_reused");
  const refused = await send("Hello again");
  expect([refused.status, refused.body.error?.code]).toEqual([403, "muted"]);
  expect((await send("Hi Anna", randomUUID(), ben, anna)).status).toBe(200);
  expect((await anna.client.call(getUser)).body.user?.credits).toBe(19);
  given.services.clock.advance(dayMs);
  expect((await send("Hello again")).status).toBe(200);

  const later = await staffMember(given, "moderator");
  await take(later, anna, "muted");
  const [decision] = await decisionsOf(anna);
  const { id = "" } = decision ?? {};
  await anna.client.call(objectToDecision, { body: { id, text: "No" } });
  const other = await staffMember(given, "moderator");
  await other.client.call(decideObjection, { body: { id, verdict: "upheld", words: "Why" } });
  expect((await send("At last")).status).toBe(200);
});

test("D11.2 an upheld objection lifts nothing that was decided since", async ({ member, mia, max, ada }) => {
  const anna = await member();
  await take(mia, anna, "muted", { days: 1 });
  const [first] = await decisionsOf(anna);
  await take(ada, anna, "muted", { days: 7 });
  const id = first?.id ?? "";
  await anna.client.call(objectToDecision, { body: { id, text: "No" } });
  await max.client.call(decideObjection, { body: { id, verdict: "upheld", words: "Why" } });
  const { body } = await mia.client.call(getMemberFile, { query: { id: anna.id } });
  expect(body.member.muted_until).not.toBeNull();
});

test("D11.2 a report ends in any measure, with a statement for each side; it never shortens one that stands", async ({
  member,
  mia,
  ada,
}) => {
  for (const measure of measures) {
    const [anna, ben] = [await member(), await member()];
    const body = { member: ben.id, about: "profile" as const, reason: "scam" as const, text: "" };
    const { report } = (await anna.client.call(reportMember, { body })).body;
    const answer = await decideOn(mia, ben, report, { verdict: measure });
    expect(answer.status).toBe(200);
    expect(await decisionsOf(anna)).toMatchObject([{ decision: "report_acted", ground: "scam" }]);
    const { member: file, safety } = (await mia.client.call(getMemberFile, { query: { id: ben.id } })).body;
    expect(safety?.decisions).toMatchObject([{ decision: measure, ground: "scam" }]);
    expect([file.muted_until !== null, file.suspended_until !== null, file.banned_at !== null]).toEqual(
      (["muted", "suspended", "banned"] as const).map((each) => each === measure),
    );
    const { entries } = (await ada.client.call(getAuditLog)).body;
    const entry = entries.find(({ action }) => action !== "file_opened");
    expect(entry).toMatchObject({ action: `report_${measure}`, member_id: ben.id, reason: "scam" });
  }
  const [anna, ben] = [await member(), await member()];
  await ada.client.call(sanctionMember, {
    body: { id: ben.id, version: 0, measure: "muted", days: 90, ground: "scam", words: "Why" },
  });
  const until = async () => (await mia.client.call(getMemberFile, { query: { id: ben.id } })).body.member.muted_until;
  const before = await until();
  const body = { member: ben.id, about: "profile" as const, reason: "scam" as const, text: "" };
  const { report } = (await anna.client.call(reportMember, { body })).body;
  await decideOn(mia, ben, report, { verdict: "muted" });
  expect(await until()).toBe(before);
});

test("R13.05 a ban and its end are told to the operator's servers, once each, and no other measure is", async ({
  member,
  services,
  ada,
}) => {
  const { id } = await plantEndpoint(services);
  const [anna, ben] = [await member(), await member()];
  for (const measure of measures.filter((each) => each !== "banned")) await take(ada, ben, measure);
  await lift(ada, ben);
  expect(await announced(services, id)).toEqual([]);
  const key = randomUUID();
  const { version } = (await ada.client.call(getMemberFile, { query: { id: anna.id } })).body.member;
  for (let count = 0; count < 2; count += 1) await take(ada, anna, "banned", { version }, key);
  expect(await announced(services, id)).toEqual([{ type: "member.banned", member_id: anna.id, data: {} }]);
  services.clock.advance(1_000);
  await lift(ada, anna);
  await lift(ada, anna);
  expect((await announced(services, id)).map(({ type }) => type)).toEqual(["member.banned", "member.ban_lifted"]);
});

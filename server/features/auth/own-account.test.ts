import { randomUUID } from "node:crypto";
import {
  cancelMailChange,
  changeMail,
  deleteAccount,
  getLink,
  getMailChange,
  getUser,
  redeemLink,
  requestMailChange,
  resendActivation,
  signUp,
} from "#contract/account.ts";
import {
  changePassword,
  endDevice,
  endOtherDevices,
  getDevices,
  logIn,
  requestRecovery,
  resetPassword,
} from "#contract/auth.ts";
import { dayMs, hourMs } from "#contract/durations.ts";
import { getPasskeys } from "#contract/passkeys.ts";
import { getMemberFile, sanctionMember } from "#contract/staff-members.ts";
import { untilWaiting } from "#server/db/test-waiting.ts";
import { insertBan } from "#server/features/account/index.ts";
import { activationToken, signupForm } from "#server/features/account/test-signup.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import type { TestClient } from "#server/http/test-client.ts";
import { test as base, expect } from "#server/test.ts";
import { endSessions } from "./end-sessions.ts";
import { findOrCreateHandle, insertPasskey } from "./passkey-store.ts";

const { password } = signupForm();
const userOf = async (client: TestClient) => (await client.call(getUser)).body.user;
const devicesOf = async (client: TestClient) => (await client.call(getDevices)).body.devices;

const test = base
  .extend("person", async ({ signedUp, services }) => {
    const person = await signedUp();
    services.mail.sent.length = 0;
    return person;
  })
  /** Runs the jobs; the mails to an address since the person signed up. */
  .extend("mailsTo", { scope: "file" }, ({ services }) => async (email: string) => {
    await services.jobs.drain(services);
    return services.mail.sent.filter((mail) => mail.to.toLowerCase() === email.toLowerCase());
  })
  .extend("tokenIn", { scope: "file" }, ({ mailsTo }) => async (email: string, subject: RegExp) => {
    const mail = (await mailsTo(email)).findLast((sent) => subject.test(sent.subject));
    const token = /(?:token=|\/)([A-Za-z0-9_-]{43})\b/.exec(mail?.text ?? "")?.[1];
    if (!token) throw new Error(`no such mail to ${email}`);
    return token;
  })
  /** The person logs in with another browser. */
  .extend("anotherDevice", ({ person, visitor }) => async () => {
    const client = visitor();
    const headers = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0" };
    const { status } = await client.call(logIn, { body: { login: person.form.name, password } }, { headers });
    expect(status).toBe(200);
    return client;
  })
  .extend(
    "change",
    ({ person }) =>
      (form: Partial<{ old_password: string; password: string }>, client = person.client) =>
        client.call(changePassword, { body: { old_password: password, password: "a quite new pass phrase", ...form } }),
  )
  .extend(
    "requestChange",
    ({ person }) =>
      (email: string, form: { password?: string } = {}) =>
        person.client.call(requestMailChange, { body: { email, password, ...form } }),
  )
  .extend(
    "redeemChange",
    { scope: "file" },
    ({ visitor }) =>
      (token: string, host?: string, client = visitor(host)) =>
        client.call(changeMail, { body: { token } }),
  )
  .extend("changeTo", ({ requestChange, redeemChange, tokenIn }) => async (email: string) => {
    expect((await requestChange(email)).status).toBe(200);
    expect((await redeemChange(await tokenIn(email, /Confirm your new/))).status).toBe(200);
  })
  .extend(
    "ban",
    { scope: "file" },
    ({ services, siteIds }) =>
      (email: string) =>
        insertBan(services.db, { siteId: siteIds[0], email, complaintId: null, now: services.clock.now() }),
  )
  /** Resets the password by a mail to the signup's address; returns the browser that is then logged in. */
  .extend("resetByMail", ({ person, visitor, tokenIn }) => async () => {
    const client = visitor();
    await client.call(requestRecovery, { body: { email: person.form.email, way: "reset" } });
    const token = await tokenIn(person.form.email, /Choose a new password/);
    const form = { token, password: "a quite new pass phrase", password_again: "a quite new pass phrase" };
    expect((await client.call(resetPassword, { body: form })).status).toBe(200);
    return client;
  })
  .extend(
    "undo",
    { scope: "file" },
    ({ visitor }) =>
      (token: string) =>
        visitor().call(redeemLink, { body: { token } }),
  );

// the password

test("R5.07 a wrong old password is refused at its field, in the specification's words; the fifth blocks", async ({
  change,
}) => {
  for (let count = 1; count <= 4; count += 1) {
    const { status, body } = await change({ old_password: "wrong" });
    expect([status, body.error?.fields]).toEqual([400, { old_password: "Please check your old password." }]);
  }
  expect((await change({ old_password: "wrong" })).status).toBe(429);
  expect((await change({})).status).toBe(429);
});

test("D3.3 the new password has to follow the rules for passwords", async ({ person, change }) => {
  for (const wrong of [
    "seven77",
    "password1",
    "Rendez-vous 2026!",
    "localhost99",
    person.form.name,
    person.form.email,
    "x".repeat(129),
  ]) {
    const { status, body } = await change({ password: wrong });
    expect([status, Object.keys(body.error?.fields ?? {})], wrong).toEqual([400, ["password"]]);
  }
  expect((await change({ password: "🦊".repeat(8) })).status).toBe(200);
});

test("D3.4 a new password renews this session, ends the others, revokes open links, sends a mail", async ({
  visitor,
  person,
  mailsTo,
  tokenIn,
  anotherDevice,
  change,
}) => {
  const laptop = await anotherDevice();
  await visitor().call(requestRecovery, { body: { email: person.form.email, way: "login" } });
  const link = await tokenIn(person.form.email, /Your link to log in/);
  const before = person.client.cookies.get("auth");
  expect((await change({})).status).toBe(200);
  expect(person.client.cookies.get("auth")).not.toBe(before);
  expect((await userOf(person.client))?.id).toBe(person.id);
  const old = visitor();
  old.cookies.set("auth", before ?? "");
  expect(await userOf(old)).toBeNull();
  expect(await userOf(laptop)).toBeNull();
  expect((await visitor().call(getLink, { query: { token: link } })).status).toBe(410);
  const [notice] = (await mailsTo(person.form.email)).slice(-1);
  expect(notice?.subject).toBe("Your Rendezvous password was changed");
  expect(notice?.text).toContain("/reset-password\n");
});

test("D3.4 a session that gets a new token keeps its id, and what belongs to it", async ({ person, change }) => {
  const idOf = async () => (await devicesOf(person.client)).map(({ id }) => id);
  const before = await idOf();
  await change({});
  expect(await idOf()).toEqual(before);
});

// the address

test("R5.05 an invalid or taken address is refused at its field, in the specification's words", async ({
  signedUp,
  person,
  mailsTo,
  requestChange,
}) => {
  const other = await signedUp();
  const wrong = [
    ["nina@", "New email adress is invalid."],
    ["nina@localhost@x", "New email adress is invalid."],
    [`${"x".repeat(250)}@example.org`, "New email adress is invalid."],
    [other.form.email.toUpperCase(), "This email address already owns an account on this website."],
    [person.form.email, "This email address already owns an account on this website."],
  ] as const;
  for (const [email, words] of wrong) {
    const { status, body } = await requestChange(email);
    expect([status, body.error?.fields], email).toEqual([400, { email: words }]);
  }
  const noPassword = await requestChange("fine@example.org", { password: "wrong" });
  expect(noPassword.body.error?.fields).toEqual({ password: "This isn’t your password." });
  expect(await mailsTo("fine@example.org")).toEqual([]);
});

test("R5.05 D3.4 the old address stays until a link confirms the new one, and then gets a mail", async ({
  visitor,
  person,
  mailsTo,
  tokenIn,
  requestChange,
  redeemChange,
}) => {
  const email = `new.${person.id}@bücher.example`;
  expect((await requestChange(`new.${person.id}@xn--bcher-kva.example`)).body).toEqual({ email });
  expect((await userOf(person.client))?.email).toBe(person.form.email);
  const token = await tokenIn(email, /Confirm your new/);
  expect((await visitor().call(getLink, { query: { token } })).body).toEqual({
    kind: "mail_change",
    email,
    own: false,
    restores: null,
  });
  expect((await redeemChange(token, "127.0.0.1")).status).toBe(410);
  expect((await redeemChange(token)).body).toEqual({ email });
  expect((await redeemChange(token)).body.error?.message).toBe("Link expired or invalid, request a new email");
  expect((await userOf(person.client))?.email).toBe(email);
  const [notice] = await mailsTo(person.form.email);
  expect(notice?.subject).toBe("The email address of your Rendezvous account was changed");
  expect(`${notice?.text}${notice?.html}`).not.toContain(email);
});

test("R5.05 the settings name the address that waits for its link, until it is opened or the change is cancelled", async ({
  visitor,
  person,
  tokenIn,
  requestChange,
  redeemChange,
}) => {
  const waiting = async () => (await person.client.call(getMailChange)).body.email;
  const cancel = async () => (await person.client.call(cancelMailChange)).status;
  const email = `waits.${person.form.email}`;
  expect(await waiting()).toBeNull();
  await requestChange(email);
  expect(await waiting()).toBe(email);
  const cancelled = await tokenIn(email, /Confirm your new/);
  expect([await cancel(), await waiting(), await cancel()]).toEqual([200, null, 200]);
  expect((await redeemChange(cancelled)).status).toBe(410);
  expect((await visitor().call(getMailChange)).status).toBe(403);

  await requestChange(`other.${email}`);
  await redeemChange(await tokenIn(`other.${email}`, /Confirm your new/));
  expect(await waiting()).toBeNull();
  expect((await userOf(person.client))?.email).toBe(`other.${email}`);
});

test("D3.6 links that went to the old address are revoked once there is a new one", async ({
  visitor,
  person,
  tokenIn,
  changeTo,
}) => {
  await visitor().call(requestRecovery, { body: { email: person.form.email } });
  const reset = await tokenIn(person.form.email, /Choose a new password/);
  await changeTo(`new.${person.form.email}`);
  expect((await visitor().call(getLink, { query: { token: reset } })).status).toBe(410);
});

test("R5.05 a link is refused and changes nothing if another account took the address meanwhile", async ({
  signedUp,
  person,
  tokenIn,
  requestChange,
  redeemChange,
}) => {
  const email = `wanted.${person.form.email}`;
  await requestChange(email);
  const token = await tokenIn(email, /Confirm your new/);
  await signedUp({ email });
  for (let times = 0; times < 2; times += 1) {
    const { status, body } = await redeemChange(token);
    expect([status, body.error?.code, body.error?.message]).toEqual([
      409,
      "email_taken",
      "This email address already owns an account on this website.",
    ]);
  }
  expect((await userOf(person.client))?.email).toBe(person.form.email);
});

test("D3.4 a new password cancels the change of address that waits, and its mail says so", async ({
  person,
  mailsTo,
  tokenIn,
  change,
  requestChange,
  redeemChange,
}) => {
  const email = `waits.${person.form.email}`;
  const sentence = `The change of your address to ${email} is cancelled`;
  const changedMail = async () =>
    (await mailsTo(person.form.email)).findLast(({ text }) => text.includes("It wasn’t me"));
  await requestChange(email);
  const token = await tokenIn(email, /Confirm your new/);
  expect((await change({})).status).toBe(200);
  expect((await redeemChange(token)).body.error?.code).toBe("link_invalid");
  expect((await person.client.call(getMailChange)).body.email).toBeNull();
  expect((await changedMail())?.text).toContain(sentence);
  expect((await change({ old_password: "a quite new pass phrase", password: "another long phrase" })).status).toBe(200);
  expect((await changedMail())?.text).not.toContain(sentence);
});

test("R5.05 D10.1 a banned address is refused: when it is typed, without a mail, or when its link is opened", async ({
  person,
  mailsTo,
  tokenIn,
  requestChange,
  redeemChange,
  ban,
}) => {
  const [email, later] = [`banned.${person.form.email}`, `later.${person.form.email}`];
  await ban(email);
  const refused = await requestChange(email);
  const words = "This email address already owns an account on this website.";
  expect([refused.status, refused.body.error?.fields]).toEqual([400, { email: words }]);
  expect(await mailsTo(email)).toEqual([]);

  expect((await requestChange(later)).status).toBe(200);
  const token = await tokenIn(later, /Confirm your new/);
  await ban(later);
  const { status, body } = await redeemChange(token);
  expect([status, body.error?.code]).toEqual([409, "email_taken"]);
  expect((await userOf(person.client))?.email).toBe(person.form.email);
});

test("D3.4 a change is undone even if the old address was banned meanwhile", async ({
  person,
  tokenIn,
  changeTo,
  undo,
  ban,
}) => {
  await changeTo(`thief.${person.form.email}`);
  await ban(person.form.email);
  const token = await tokenIn(person.form.email, /was changed/);
  expect((await undo(token)).body).toEqual({ kind: "mail_undo", email: person.form.email });
});

test("D3.4 the old address can undo the change within 48 hours, which logs every device out", async ({
  visitor,
  person,
  tokenIn,
  changeTo,
  resetByMail,
  undo,
}) => {
  await changeTo(`thief.${person.form.email}`);
  const token = await tokenIn(person.form.email, /was changed/);
  const link = await visitor().call(getLink, { query: { token } });
  expect(link.body).toEqual({ kind: "mail_undo", email: person.form.email, own: false, restores: null });
  expect((await undo(token)).body).toEqual({ kind: "mail_undo", email: person.form.email });
  expect(await userOf(person.client)).toBeNull();
  expect((await userOf(await resetByMail()))?.email).toBe(person.form.email);
  expect((await undo(token)).status).toBe(410);
});

test("D3.4 after an undo, neither the old password nor any passkey logs in", async ({
  services,
  visitor,
  person,
  tokenIn,
  changeTo,
  resetByMail,
  undo,
}) => {
  const addPasskey = async () => {
    const [owner, credentialId] = [{ kind: "member", id: person.id } as const, randomUUID()];
    const handle = await findOrCreateHandle(services.db, owner, Buffer.from(randomUUID()));
    await insertPasskey(services.db, {
      handle,
      credential_id: Buffer.from(credentialId),
      public_key: Buffer.alloc(1),
      counter: 0,
      transports: [],
      synced: false,
      rp_id: "localhost",
      name: credentialId,
      created_at: services.clock.now(),
    });
  };
  await addPasskey();
  services.clock.advance(60_000);
  await changeTo(`thief.${person.form.email}`);
  await addPasskey();
  expect((await undo(await tokenIn(person.form.email, /was changed/))).status).toBe(200);
  for (const login of [person.form.name, person.form.email]) {
    expect((await visitor().call(logIn, { body: { login, password } })).status).toBe(401);
  }
  const left = services.db.selectFrom("passkey_users").select("handle").where("account_id", "=", person.id);
  expect(await left.execute()).toEqual([]);
  expect((await (await resetByMail()).call(getPasskeys)).body.passkeys).toEqual([]);
});

test("D3.4 a request for another address leaves no link if its session ends meanwhile, as by an undo", async ({
  services,
  person,
  requestChange,
}) => {
  const { db } = services;
  const { requested } = await db.transaction().execute(async (trx) => {
    await endSessions({ db: trx }, person.id);
    const requested = requestChange(`thief.${person.form.email}`);
    await untilWaiting(db);
    return { requested };
  });
  expect((await requested).body.authentication_required).toBe(true);
  const links = db.selectFrom("email_links").select("kind").where("account_id", "=", person.id);
  expect(await links.where("kind", "=", "mail_change").execute()).toEqual([]);
});

test("D3.4 the undo link expires after 48 hours", async ({ services, person, tokenIn, changeTo, undo }) => {
  await changeTo(`later.${person.form.email}`);
  const token = await tokenIn(person.form.email, /was changed/);
  services.clock.advance(48 * hourMs);
  expect((await undo(token)).status).toBe(410);
});

test("D3.4 the first of two undo links takes both changes back and revokes the second", async ({
  services,
  person,
  tokenIn,
  changeTo,
  resetByMail,
  undo,
}) => {
  const [second, third] = [`second.${person.form.email}`, `third.${person.form.email}`];
  await changeTo(second);
  services.clock.advance(60_000);
  await changeTo(third);
  const toFirst = await tokenIn(person.form.email, /was changed/);
  const toSecond = await tokenIn(second, /was changed/);
  expect((await undo(toFirst)).status).toBe(200);
  expect((await userOf(await resetByMail()))?.email).toBe(person.form.email);
  expect((await undo(toSecond)).status).toBe(410);
});

test("D3.4 the undo link restores a stolen account even if the thief deleted it", async ({
  person,
  tokenIn,
  changeTo,
  resetByMail,
  undo,
}) => {
  await changeTo(`thief.${person.form.email}`);
  const token = await tokenIn(person.form.email, /was changed/);
  expect((await person.client.call(deleteAccount, { body: { password } })).status).toBe(200);
  expect((await undo(token)).status).toBe(200);
  expect((await userOf(await resetByMail()))?.email).toBe(person.form.email);
});

test("D3.4 the undo link works even if the thief got the account suspended", async ({
  given,
  person,
  tokenIn,
  changeTo,
  undo,
}) => {
  await changeTo(`thief.${person.form.email}`);
  const token = await tokenIn(person.form.email, /was changed/);
  const mia = await staffMember(given, "moderator");
  const { version } = (await mia.client.call(getMemberFile, { query: { id: person.id } })).body.member;
  const measure = { measure: "suspended", days: 3, ground: "harassment", words: "Why" } as const;
  const sanction = await mia.client.call(sanctionMember, { body: { id: person.id, version, ...measure } });
  expect(sanction.status).toBe(200);
  expect((await undo(token)).body).toEqual({ kind: "mail_undo", email: person.form.email });
});

test("D3.4 while a link can undo a change, no other account of the site can take the old address", async ({
  signedUp,
  visitor,
  person,
  tokenIn,
  changeTo,
  requestChange,
  undo,
}) => {
  const { email } = person.form;
  await changeTo(`thief.${email}`);
  const token = await tokenIn(email, /was changed/);
  const words = "An account with this e-mail address already exists";
  const client = visitor();
  const form = signupForm({ name: "A Second Account", email });
  expect((await client.call(signUp, { body: form })).body.error?.fields).toEqual({ email: words });
  expect((await client.call(signUp, { body: { ...form, email: `unconfirmed.${email}` } })).status).toBe(200);
  const corrected = await client.call(resendActivation, { body: { email } });
  expect(corrected.body.error?.fields).toEqual({ email: words });
  const other = await signedUp();
  const moved = await other.client.call(requestMailChange, { body: { email, password } });
  expect(moved.body.error?.fields).toEqual({ email: "This email address already owns an account on this website." });
  expect((await visitor("127.0.0.1").call(signUp, { body: form })).status).toBe(200);
  expect((await requestChange(email)).status).toBe(200);
  expect((await undo(token)).body).toEqual({ kind: "mail_undo", email });
});

test("D3.4 once the undo link has expired, the old address is free again", async ({
  services,
  person,
  visitor,
  changeTo,
}) => {
  await changeTo(`moved.${person.form.email}`);
  services.clock.advance(48 * hourMs);
  const form = signupForm({ name: "Another Person", email: person.form.email });
  expect((await visitor().call(signUp, { body: form })).status).toBe(200);
});

test("D3.4 an unconfirmed first address gets no undo link, and the second one confirms the account", async ({
  given,
  visitor,
  mailsTo,
  tokenIn,
  redeemChange,
  undo,
}) => {
  const client = visitor();
  const form = signupForm({ name: "Typo", email: "typo@exmaple.org" });
  await client.call(signUp, { body: form });
  const activation = await activationToken(given, form.email);
  const email = "right@example.org";
  await client.call(requestMailChange, { body: { email, password: form.password } });
  await redeemChange(await tokenIn(email, /Confirm your new/), undefined, client);
  expect(await userOf(client)).toMatchObject({ email, status: "active", credits: 5 });
  expect((await undo(activation)).status).toBe(410);
  expect((await mailsTo(form.email)).filter((mail) => /was changed/.test(mail.subject))).toEqual([]);
});

test("R5.05 a member can test at most five addresses a day for an account", async ({
  signedUp,
  person,
  requestChange,
}) => {
  const other = await signedUp();
  const answers = await Promise.all(Array.from({ length: 7 }, () => requestChange(other.form.email)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([400, 400, 400, 400, 400, 429, 429]);
  // from now on an address with an account and one without get the same answer
  for (const email of [other.form.email, `nobody.${person.form.email}`]) {
    const { status, body } = await requestChange(email);
    expect([status, body.error?.code], email).toEqual([429, "too_many_requests"]);
  }
});

test("R5.05 a member can send at most five mails to new addresses a day", async ({ person, requestChange }) => {
  for (let count = 1; count <= 5; count += 1)
    expect((await requestChange(`n${count}.${person.form.email}`)).status).toBe(200);
  const sixth = await requestChange(`n6.${person.form.email}`);
  expect([sixth.status, sixth.body.error?.code]).toEqual([429, "too_many_requests"]);
});

test("R5.05 bounces of the old address do not disable mails to the new one", async ({ services, person, changeTo }) => {
  const { db } = services;
  const disabled = { notifications_disabled: ["bounce", "fbl"] };
  await db.updateTable("accounts").set(disabled).where("id", "=", person.id).execute();
  await changeTo(`fresh.${person.form.email}`);
  expect((await userOf(person.client))?.notifications_disabled).toEqual(["fbl"]);
});

// devices

test("D3.4 devices are listed by name, this one first, with country and times", async ({ services, anotherDevice }) => {
  const { clock } = services;
  const signedUpAt = clock.now().toISOString();
  clock.advance(dayMs);
  const laptop = await anotherDevice();
  const [own, other, ...more] = await devicesOf(laptop);
  expect(more).toEqual([]);
  const now = clock.now().toISOString();
  expect(own).toMatchObject({ browser: "Firefox", system: "Linux", country: null, current: true, first_seen: now });
  expect(other).toMatchObject({ current: false, first_seen: signedUpAt, last_seen: signedUpAt });
  expect(Object.keys(own ?? {})).not.toContain("token_hash");
});

test("D3.4 an ended device is logged out at once, and counts as new at its next login", async ({
  services,
  person,
  mailsTo,
  anotherDevice,
}) => {
  const laptop = await anotherDevice();
  expect((await userOf(laptop))?.id).toBe(person.id);
  const id = (await devicesOf(person.client)).find((device) => !device.current)?.id ?? "";
  expect((await person.client.call(endDevice, { body: { id } })).body.devices).toHaveLength(1);
  expect(await userOf(laptop)).toBeNull();
  const again = await person.client.call(endDevice, { body: { id } });
  expect([again.status, again.body.error?.code]).toEqual([404, "device_not_found"]);
  await mailsTo(person.form.email);
  services.mail.sent.length = 0;
  await laptop.call(logIn, { body: { login: person.form.name, password } });
  expect(await mailsTo(person.form.email)).toHaveLength(1);
});

test("D3.4 all other devices are ended together, this one stays logged in", async ({ person, anotherDevice }) => {
  const others = [await anotherDevice(), await anotherDevice(), await anotherDevice()];
  expect((await person.client.call(endOtherDevices)).body.devices).toMatchObject([{ current: true }]);
  for (const other of others) expect(await userOf(other)).toBeNull();
  expect((await userOf(person.client))?.id).toBe(person.id);
});

test("D3.4 ending the own device logs out", async ({ person }) => {
  const [own] = await devicesOf(person.client);
  await person.client.call(endDevice, { body: { id: own?.id ?? "" } });
  expect(person.client.cookies.has("auth")).toBe(false);
  expect(await userOf(person.client)).toBeNull();
});

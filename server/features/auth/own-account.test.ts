import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import {
  changeMail,
  deleteAccount,
  getLink,
  getUser,
  redeemLink,
  requestMailChange,
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
import { getPasskeys } from "#contract/passkeys.ts";
import { testApp } from "#server/db/test-database.ts";
import { activationToken, signedUp, signupForm } from "#server/features/account/test-signup.ts";
import { TestClient } from "#server/http/test-client.ts";
import { findOrCreateHandle, insertPasskey } from "./passkey-store.ts";

let given: Awaited<ReturnType<typeof testApp>>;
beforeAll(async () => {
  given = await testApp();
});
afterAll(() => given.close());

const visitor = (host?: string) => new TestClient(given.app, host);
const userOf = async (client: TestClient) => (await client.call(getUser)).body.user;
let personCount = 0;
let person: Awaited<ReturnType<typeof signedUp>>;
let password: string;
beforeEach(async () => {
  personCount += 1;
  person = await signedUp(given, { name: `Person ${personCount}`, email: `person${personCount}@example.org` });
  password = person.form.password;
  given.services.mail.sent.length = 0;
});
const mailsTo = async (email: string) => {
  await given.services.jobs.drain(given.services);
  return given.services.mail.sent.filter((mail) => mail.to.toLowerCase() === email.toLowerCase());
};
const tokenIn = async (email: string, subject: RegExp) => {
  const mail = (await mailsTo(email)).findLast((sent) => subject.test(sent.subject));
  const token = /(?:token=|\/)([A-Za-z0-9_-]{43})\b/.exec(mail?.text ?? "")?.[1];
  if (!token) throw new Error(`no such mail to ${email}`);
  return token;
};
async function anotherDevice(userAgent = "Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0") {
  const client = visitor();
  const headers = { "user-agent": userAgent };
  const { status } = await client.call(logIn, { body: { login: person.form.name, password } }, { headers });
  expect(status).toBe(200);
  return client;
}

// the password

const change = (form: Partial<{ old_password: string; password: string }>, client = person.client) =>
  client.call(changePassword, { body: { old_password: password, password: "a quite new pass phrase", ...form } });

test("R5.07 a wrong old password is refused at its field, in the specification's words; the fifth blocks", async () => {
  for (let count = 1; count <= 4; count += 1) {
    const { status, body } = await change({ old_password: "wrong" });
    expect([status, body.error?.fields]).toEqual([400, { old_password: "Please check your old password." }]);
  }
  expect((await change({ old_password: "wrong" })).status).toBe(429);
  expect((await change({})).status).toBe(429);
});

test("D3.3 the new password has to follow the rules for passwords", async () => {
  for (const wrong of ["seven77", "password1", person.form.name, person.form.email, "x".repeat(129)]) {
    const { status, body } = await change({ password: wrong });
    expect([status, Object.keys(body.error?.fields ?? {})], wrong).toEqual([400, ["password"]]);
  }
  expect((await change({ password: "🦊".repeat(8) })).status).toBe(200);
});

test("D3.4 a new password renews this session, ends the others, revokes open links, sends a mail", async () => {
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

test("D3.4 a session that gets a new token keeps its id, and what belongs to it", async () => {
  const idOf = async () => (await devicesOf(person.client)).map(({ id }) => id);
  const before = await idOf();
  await change({});
  expect(await idOf()).toEqual(before);
});

test("R6.09 a visitor can't change a password or an address, nor see devices", async () => {
  const body = { email: "x@example.org", password };
  expect((await change({}, visitor())).body.authentication_required).toBe(true);
  expect((await visitor().call(requestMailChange, { body })).body.authentication_required).toBe(true);
  expect((await visitor().call(getDevices)).body.authentication_required).toBe(true);
});

// the address

const requestChange = (email: string, form: { password?: string } = {}) =>
  person.client.call(requestMailChange, { body: { email, password, ...form } });
const redeemChange = (token: string, host?: string) => visitor(host).call(changeMail, { body: { token } });
async function changeTo(email: string): Promise<void> {
  expect((await requestChange(email)).status).toBe(200);
  expect((await redeemChange(await tokenIn(email, /Confirm your new/))).status).toBe(200);
}

/** Resets the password by a mail to the signup's address; returns the browser that is then logged in. */
async function resetByMail() {
  const client = visitor();
  await client.call(requestRecovery, { body: { email: person.form.email, way: "reset" } });
  const token = await tokenIn(person.form.email, /Choose a new password/);
  const form = { token, password: "a quite new pass phrase", password_again: "a quite new pass phrase" };
  expect((await client.call(resetPassword, { body: form })).status).toBe(200);
  return client;
}
const undo = (token: string) => visitor().call(redeemLink, { body: { token } });

test("R5.05 an invalid or taken address is refused at its field, in the specification's words", async () => {
  const other = await signedUp(given, { name: `Other ${personCount}`, email: `other${personCount}@example.org` });
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

test("R5.05 D3.4 the old address stays until a link confirms the new one, and then gets a mail", async () => {
  const email = `new${personCount}@bücher.example`;
  expect((await requestChange(`new${personCount}@xn--bcher-kva.example`)).body).toEqual({ email });
  expect((await userOf(person.client))?.email).toBe(person.form.email);
  const token = await tokenIn(email, /Confirm your new/);
  expect((await visitor().call(getLink, { query: { token } })).body).toEqual({
    kind: "mail_change",
    email,
    own: false,
  });
  expect((await redeemChange(token, "127.0.0.1")).status).toBe(410);
  expect((await redeemChange(token)).body).toEqual({ email });
  expect((await redeemChange(token)).body.error?.message).toBe("Link expired or invalid, request a new email");
  expect((await userOf(person.client))?.email).toBe(email);
  const [notice] = await mailsTo(person.form.email);
  expect(notice?.subject).toBe("The email address of your Rendezvous account was changed");
  expect(`${notice?.text}${notice?.html}`).not.toContain(email);
});

test("D3.6 links that went to the old address are revoked once there is a new one", async () => {
  await visitor().call(requestRecovery, { body: { email: person.form.email } });
  const reset = await tokenIn(person.form.email, /Choose a new password/);
  await changeTo(`new${personCount}@example.org`);
  expect((await visitor().call(getLink, { query: { token: reset } })).status).toBe(410);
});

test("R5.05 a link is refused and changes nothing if another account took the address meanwhile", async () => {
  const email = `wanted${personCount}@example.org`;
  await requestChange(email);
  const token = await tokenIn(email, /Confirm your new/);
  await signedUp(given, { name: `Quick ${personCount}`, email });
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

test("D3.4 the old address can undo the change within 48 hours, which logs every device out", async () => {
  await changeTo(`thief${personCount}@example.org`);
  const token = await tokenIn(person.form.email, /was changed/);
  const found = await visitor().call(getLink, { query: { token } });
  expect(found.body).toEqual({ kind: "mail_undo", email: person.form.email, own: false });
  expect((await undo(token)).body).toEqual({ kind: "mail_undo", email: person.form.email });
  expect(await userOf(person.client)).toBeNull();
  expect((await userOf(await resetByMail()))?.email).toBe(person.form.email);
  expect((await undo(token)).status).toBe(410);
});

test("D3.4 after an undo, neither the old password nor a passkey added since the change logs in", async () => {
  const addPasskey = async () => {
    const [owner, credentialId] = [{ kind: "member", id: person.id } as const, randomUUID()];
    const handle = await findOrCreateHandle(given.services.db, owner, Buffer.from(randomUUID()));
    await insertPasskey(given.services.db, {
      handle,
      credential_id: Buffer.from(credentialId),
      public_key: Buffer.alloc(1),
      counter: 0,
      transports: [],
      synced: false,
      rp_id: "localhost",
      name: credentialId,
      created_at: given.services.clock.now(),
    });
    return credentialId;
  };
  const own = await addPasskey();
  given.services.clock.advance(60_000);
  await changeTo(`thief${personCount}@example.org`);
  await addPasskey();
  expect((await undo(await tokenIn(person.form.email, /was changed/))).status).toBe(200);
  for (const login of [person.form.name, person.form.email]) {
    expect((await visitor().call(logIn, { body: { login, password } })).status).toBe(401);
  }
  const { body } = await (await resetByMail()).call(getPasskeys);
  expect(body.passkeys.map(({ name }) => name)).toEqual([own]);
});

test("D3.4 the undo link expires after 48 hours", async () => {
  await changeTo(`later${personCount}@example.org`);
  const token = await tokenIn(person.form.email, /was changed/);
  given.services.clock.advance(48 * 3_600_000);
  expect((await undo(token)).status).toBe(410);
});

test("D3.4 the first of two undo links takes both changes back and revokes the second", async () => {
  const [second, third] = [`second${personCount}@example.org`, `third${personCount}@example.org`];
  await changeTo(second);
  given.services.clock.advance(60_000);
  await changeTo(third);
  const toFirst = await tokenIn(person.form.email, /was changed/);
  const toSecond = await tokenIn(second, /was changed/);
  expect((await undo(toFirst)).status).toBe(200);
  expect((await userOf(await resetByMail()))?.email).toBe(person.form.email);
  expect((await undo(toSecond)).status).toBe(410);
});

test("D3.4 the undo link restores a stolen account even if the thief deleted it", async () => {
  await changeTo(`thief${personCount}@example.org`);
  const token = await tokenIn(person.form.email, /was changed/);
  expect((await person.client.call(deleteAccount, { body: { password } })).status).toBe(200);
  expect((await undo(token)).status).toBe(200);
  expect((await userOf(await resetByMail()))?.email).toBe(person.form.email);
});

test("D3.4 an undo fails with email_taken if another account has the old address by now", async () => {
  await changeTo(`moved${personCount}@example.org`);
  const token = await tokenIn(person.form.email, /was changed/);
  await signedUp(given, { name: `Heir ${personCount}`, email: person.form.email });
  const { status, body } = await undo(token);
  expect([status, body.error?.code]).toEqual([409, "email_taken"]);
  expect((await userOf(person.client))?.email).toBe(`moved${personCount}@example.org`);
});

test("D3.4 an unconfirmed first address gets no undo link, and the second one confirms the account", async () => {
  const client = visitor();
  const form = signupForm({ name: `Typo ${personCount}`, email: `typo${personCount}@exmaple.org` });
  await client.call(signUp, { body: form });
  const activation = await activationToken(given, form.email);
  const email = `right${personCount}@example.org`;
  await client.call(requestMailChange, { body: { email, password: form.password } });
  await redeemChange(await tokenIn(email, /Confirm your new/));
  expect(await userOf(client)).toMatchObject({ email, status: "active", credits: 5 });
  expect((await undo(activation)).status).toBe(410);
  expect((await mailsTo(form.email)).filter((mail) => /was changed/.test(mail.subject))).toEqual([]);
});

test("R5.05 a member can test at most five addresses a day for an account", async () => {
  const other = await signedUp(given, { name: `Other ${personCount}`, email: `other${personCount}@example.org` });
  const answers = await Promise.all(Array.from({ length: 7 }, () => requestChange(other.form.email)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([400, 400, 400, 400, 400, 429, 429]);
  // from now on an address with an account and one without get the same answer
  for (const email of [other.form.email, `nobody${personCount}@example.org`]) {
    const { status, body } = await requestChange(email);
    expect([status, body.error?.code], email).toEqual([429, "too_many_requests"]);
  }
});

test("R5.05 a member can send at most five mails to new addresses a day", async () => {
  for (let count = 1; count <= 5; count += 1)
    expect((await requestChange(`n${count}.${personCount}@example.org`)).status).toBe(200);
  const sixth = await requestChange(`n6.${personCount}@example.org`);
  expect([sixth.status, sixth.body.error?.code]).toEqual([429, "too_many_requests"]);
});

test("R5.05 bounces of the old address do not disable mails to the new one", async () => {
  const { db } = given.services;
  const disabled = { notifications_disabled: ["bounce", "fbl"] };
  await db.updateTable("accounts").set(disabled).where("id", "=", person.id).execute();
  await changeTo(`fresh${personCount}@example.org`);
  expect((await userOf(person.client))?.notifications_disabled).toEqual(["fbl"]);
});

// devices

const devicesOf = async (client: TestClient) => (await client.call(getDevices)).body.devices;

test("D3.4 devices are listed by name, this one first, with country and times", async () => {
  const { clock } = given.services;
  const signedUpAt = clock.now().toISOString();
  clock.advance(86_400_000);
  const laptop = await anotherDevice();
  const [own, other, ...more] = await devicesOf(laptop);
  expect(more).toEqual([]);
  const now = clock.now().toISOString();
  expect(own).toMatchObject({ browser: "Firefox", system: "Linux", country: null, current: true, first_seen: now });
  expect(other).toMatchObject({ current: false, first_seen: signedUpAt, last_seen: signedUpAt });
  expect(Object.keys(own ?? {})).not.toContain("token_hash");
});

test("D3.4 an ended device is logged out at once, and counts as new at its next login", async () => {
  const laptop = await anotherDevice();
  expect((await userOf(laptop))?.id).toBe(person.id);
  const id = (await devicesOf(person.client)).find((device) => !device.current)?.id ?? "";
  expect((await person.client.call(endDevice, { body: { id } })).body.devices).toHaveLength(1);
  expect(await userOf(laptop)).toBeNull();
  const again = await person.client.call(endDevice, { body: { id } });
  expect([again.status, again.body.error?.code]).toEqual([404, "device_not_found"]);
  await mailsTo(person.form.email);
  given.services.mail.sent.length = 0;
  await laptop.call(logIn, { body: { login: person.form.name, password } });
  expect(await mailsTo(person.form.email)).toHaveLength(1);
});

test("D3.4 all other devices are ended together, this one stays logged in", async () => {
  const others = [await anotherDevice(), await anotherDevice(), await anotherDevice()];
  expect((await person.client.call(endOtherDevices)).body.devices).toMatchObject([{ current: true }]);
  for (const other of others) expect(await userOf(other)).toBeNull();
  expect((await userOf(person.client))?.id).toBe(person.id);
});

test("D3.4 ending the own device logs out", async () => {
  const [own] = await devicesOf(person.client);
  await person.client.call(endDevice, { body: { id: own?.id ?? "" } });
  expect(person.client.cookies.has("auth")).toBe(false);
  expect(await userOf(person.client)).toBeNull();
});

test("D3.4 a device of another member, or an unknown one, can't be ended", async () => {
  const other = await signedUp(given, { name: `Other ${personCount}`, email: `other${personCount}@example.org` });
  const [theirs] = await devicesOf(other.client);
  for (const id of [theirs?.id ?? "", randomUUID()]) {
    expect((await person.client.call(endDevice, { body: { id } })).status).toBe(404);
  }
  expect((await userOf(other.client))?.id).toBe(other.id);
});

import { getUser } from "#contract/account.ts";
import {
  addPasskey,
  getPasskeyChallenge,
  getPasskeys,
  logInByPasskey,
  offerPasskey,
  passkeyLimit,
  removePasskey,
  renamePasskey,
} from "#contract/passkeys.ts";
import type { TestClient } from "#server/http/test-client.ts";
import { purgeChallenges } from "./jobs.ts";
import { TestAuthenticator, type Twist } from "./test-authenticator.ts";
import { test as base, expect } from "./test-logins.ts";

async function offerTo(client: TestClient) {
  return (await client.call(offerPasskey, { body: {} })).body.options;
}

async function add(client: TestClient, device = new TestAuthenticator(), name = "My phone") {
  const response = device.create(await offerTo(client));
  return { device, answer: await client.call(addPasskey, { body: { name, response } }) };
}

const test = base.extend("logIn", { scope: "file" }, ({ visitor }) => {
  return async (device: TestAuthenticator, twist: Twist = {}, client = visitor()) => {
    const { options } = (await client.call(getPasskeyChallenge)).body;
    const answer = await client.call(logInByPasskey, { body: { response: device.use(options, twist) } });
    return { client, answer, code: answer.body.error?.code };
  };
});

test("a member adds a passkey, sees it listed, and logs in with it, without name or password", async ({
  signedUp,
  services,
  logIn,
}) => {
  const { client, id } = await signedUp();
  const { device, answer } = await add(client);
  expect(answer.status).toBe(200);
  expect(answer.body.passkeys).toMatchObject([{ name: "My phone", host: "localhost", synced: false, used_at: null }]);
  services.clock.advance(60_000);
  const { client: phone, answer: login } = await logIn(device);
  expect(login.status).toBe(200);
  expect((await phone.call(getUser)).body.user?.id).toBe(id);
  expect((await phone.call(getPasskeys)).body.passkeys).toMatchObject([{ used_at: "2026-11-20T18:01:00.000Z" }]);
});

test.for(["es256", "eddsa", "rs256"] as const)(
  "passkeys that sign with %s work",
  async (algorithm, { signedUp, logIn }) => {
    const { client } = await signedUp();
    const { device, answer } = await add(client, new TestAuthenticator({ algorithm }));
    expect(answer.status).toBe(200);
    expect((await logIn(device)).answer.status).toBe(200);
  },
);

test("adding and removing send a mail with the passkey's name and a link to the settings", async ({
  signedUp,
  mails,
}) => {
  const { client, form } = await signedUp();
  const { answer } = await add(client, undefined, "Grandma's <tablet>");
  const added = (await mails(form.email)).at(-1);
  expect(added?.subject).toBe("A passkey was added to your Rendezvous account");
  expect(added?.text).toContain("“Grandma's <tablet>”");
  expect(added?.text).toContain("http://localhost/notifications");
  await client.call(removePasskey, { body: { id: answer.body.passkeys[0]?.id ?? "" } });
  const removed = (await mails(form.email)).at(-1);
  expect(removed?.subject).toBe("A passkey was removed from your Rendezvous account");
  expect(removed?.text).toContain("“Grandma's <tablet>”");
});

test("D3.4 adding a passkey asks for the password from five minutes after the login on", async ({
  signedUp,
  services,
}) => {
  const { client, form } = await signedUp();
  expect((await client.call(getPasskeys)).body.password_needed).toBe(false);
  services.clock.advance(299_999);
  expect((await client.call(offerPasskey, { body: {} })).status).toBe(200);
  services.clock.advance(1);
  expect((await client.call(getPasskeys)).body.password_needed).toBe(true);
  const ask = async (password?: string) => (await client.call(offerPasskey, { body: { password } })).body;
  expect((await ask()).error?.fields).toEqual({ password: "Please fill this in." });
  expect((await ask("not the right one")).error?.fields).toEqual({ password: "This isn’t your password." });
  expect((await ask(form.password)).options.rp).toEqual({ id: "localhost", name: "Rendezvous" });
});

test("D3.5 five wrong passwords block the password check for the account", async ({ signedUp, services }) => {
  const { client } = await signedUp();
  services.clock.advance(400_000);
  for (let count = 1; count <= 4; count += 1) await client.call(offerPasskey, { body: { password: "wrong" } });
  const fifth = await client.call(offerPasskey, { body: { password: "wrong" } });
  expect([fifth.status, fifth.body.error?.code]).toEqual([429, "login_blocked"]);
});

test("an offer requires a discoverable passkey and user verification, and reveals no account", async ({ signedUp }) => {
  const { client, id } = await signedUp();
  const options = await offerTo(client);
  expect(options.authenticatorSelection).toMatchObject({ residentKey: "required", userVerification: "required" });
  expect(options.pubKeyCredParams.map(({ alg }) => alg).sort()).toEqual([-257, -7, -8].sort());
  expect(Buffer.from(options.user.id, "base64url")).toHaveLength(32);
  expect(Buffer.from(options.user.id, "base64url").toString("hex")).not.toContain(id.replaceAll("-", ""));
  expect((await offerTo(client)).user.id).toBe(options.user.id);
  const { device } = await add(client);
  expect((await offerTo(client)).excludeCredentials).toMatchObject([{ id: device.id.toString("base64url") }]);
});

const refusedWhenAdding: [string, Twist][] = [
  ["another origin", { origin: "https://evil.example" }],
  ["another site's name", { rpId: "evil.example" }],
  ["a forged challenge", { challenge: Buffer.alloc(72).toString("base64url") }],
  ["no challenge", { challenge: "" }],
  ["no finger or PIN", { verified: false }],
  ["a login instead", { type: "webauthn.get" }],
];
test.for(refusedWhenAdding)("a passkey created with %s is refused", async ([, twist], { signedUp }) => {
  const { client } = await signedUp();
  const response = new TestAuthenticator().create(await offerTo(client), twist);
  const answer = await client.call(addPasskey, { body: { name: "Phone", response } });
  expect([answer.status, answer.body.error?.code]).toEqual([422, "passkey_refused"]);
  expect((await client.call(getPasskeys)).body.passkeys).toEqual([]);
});

test("a passkey with an algorithm that was not offered is refused", async ({ signedUp }) => {
  const { client } = await signedUp();
  const { answer } = await add(client, new TestAuthenticator({ algorithm: "es384" }));
  expect(answer.body.error?.code).toBe("passkey_refused");
});

test("an offer works once, for five minutes, only for the member who got it, and not for a login", async ({
  signedUp,
  visitor,
  services,
  fresh,
}) => {
  const { client } = await signedUp();
  const options = await offerTo(client);
  const body = () => ({ name: "Phone", response: new TestAuthenticator().create(options) });
  const { client: other } = await signedUp();
  await offerTo(other);
  expect((await other.call(addPasskey, { body: body() })).body.error?.code).toBe("passkey_refused");
  expect((await client.call(addPasskey, { body: body() })).status).toBe(200);
  expect((await client.call(addPasskey, { body: body() })).body.error?.code).toBe("passkey_refused");
  const late = new TestAuthenticator().create(await offerTo(client));
  services.clock.advance(300_000);
  expect((await client.call(addPasskey, { body: { name: "Late", response: late } })).body.error?.code).toBe(
    "passkey_refused",
  );
  services.clock.set(fresh.start);
  const { options: login } = (await visitor().call(getPasskeyChallenge)).body;
  const swapped = new TestAuthenticator().create({ ...options, challenge: login.challenge });
  expect((await client.call(addPasskey, { body: { name: "Swapped", response: swapped } })).body.error?.code).toBe(
    "passkey_refused",
  );
});

test("a passkey of one account can't be added to another", async ({ signedUp }) => {
  const { client } = await signedUp();
  const { device } = await add(client);
  const { client: other } = await signedUp();
  const response = device.create(await offerTo(other));
  const answer = await other.call(addPasskey, { body: { name: "Mine now", response } });
  expect([answer.status, answer.body.error?.message]).toEqual([409, "This passkey has already been added."]);
});

test("a member has at most ten passkeys, even when adding two at once", async ({ signedUp }) => {
  const { client } = await signedUp();
  for (let count = 1; count < passkeyLimit; count += 1) await add(client);
  const responses = [await offerTo(client), await offerTo(client)].map((options) =>
    new TestAuthenticator().create(options),
  );
  const both = await Promise.all(
    responses.map((response) => client.call(addPasskey, { body: { name: "The tenth", response } })),
  );
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
  const offer = await client.call(offerPasskey, { body: {} });
  expect(offer.body.error).toMatchObject({
    code: "passkey_limit",
    message: "You can have up to 10 passkeys. Remove one first.",
  });
});

test("a passkey can be renamed; an empty or too long name is refused at its field", async ({ signedUp }) => {
  const { client } = await signedUp();
  const { answer } = await add(client);
  const id = answer.body.passkeys[0]?.id ?? "";
  const renamed = await client.call(renamePasskey, { body: { id, name: "  Work phone 📱 " } });
  expect(renamed.body.passkeys).toMatchObject([{ name: "Work phone 📱" }]);
  for (const name of ["", " \u200b ", "x".repeat(41)]) {
    const refused = await client.call(renamePasskey, { body: { id, name } });
    expect(Object.keys(refused.body.error?.fields ?? {})).toEqual(["name"]);
  }
});

test("a member can't rename or remove another member's passkey, which keeps working", async ({ signedUp, logIn }) => {
  const { client } = await signedUp();
  const { device, answer } = await add(client);
  const id = answer.body.passkeys[0]?.id ?? "";
  const { client: other } = await signedUp();
  for (const reply of [
    await other.call(renamePasskey, { body: { id, name: "Taken" } }),
    await other.call(removePasskey, { body: { id } }),
  ]) {
    expect([reply.status, reply.body.error?.code]).toEqual([404, "passkey_not_found"]);
  }
  expect((await logIn(device)).answer.status).toBe(200);
  expect((await client.call(getPasskeys)).body.passkeys).toMatchObject([{ name: "My phone" }]);
});

test("a removed passkey does not log in: the answer is passkey_unknown", async ({ signedUp, logIn }) => {
  const { client } = await signedUp();
  const { device, answer } = await add(client);
  await client.call(removePasskey, { body: { id: answer.body.passkeys[0]?.id ?? "" } });
  const { code, answer: refused } = await logIn(device);
  expect([refused.status, code]).toEqual([401, "passkey_unknown"]);
});

const refusedAtLogin: [string, Twist][] = [
  ["another origin", { origin: "https://evil.example" }],
  ["another site's name", { rpId: "evil.example" }],
  ["a forged challenge", { challenge: Buffer.alloc(72, 7).toString("base64url") }],
  ["no finger or PIN", { verified: false }],
  ["a new passkey instead of a login", { type: "webauthn.create" }],
  ["another person's handle", { userHandle: Buffer.alloc(32).toString("base64url") }],
  ["no handle", { userHandle: null }],
];
test.for(refusedAtLogin)("a login with %s is refused and opens no session", async ([, twist], { signedUp, logIn }) => {
  const { client } = await signedUp();
  const { device } = await add(client);
  const { client: phone, answer, code } = await logIn(device, twist);
  expect([answer.status, code]).toEqual([401, "passkey_login_failed"]);
  expect((await phone.call(getUser)).body.user).toBeNull();
});

test("a login whose signature or data was altered is refused", async ({ signedUp, visitor }) => {
  const { client } = await signedUp();
  const { device } = await add(client);
  for (const part of ["signature", "authenticatorData", "clientDataJSON"] as const) {
    const { options } = (await visitor().call(getPasskeyChallenge)).body;
    const { response, ...rest } = device.use(options);
    const bytes = Buffer.from(response[part], "base64url");
    bytes[bytes.length - 3] = (bytes[bytes.length - 3] ?? 0) ^ 1;
    const body = { response: { ...rest, response: { ...response, [part]: bytes.toString("base64url") } } };
    expect((await visitor().call(logInByPasskey, { body })).body.error?.code, part).toBe("passkey_login_failed");
  }
});

test("a login is refused if it is repeated, even with the same key, or older than five minutes", async ({
  signedUp,
  visitor,
  services,
}) => {
  const { client } = await signedUp();
  const { device } = await add(client);
  const { options } = (await visitor().call(getPasskeyChallenge)).body;
  const body = { response: device.use(options) };
  const key = crypto.randomUUID();
  expect((await visitor().call(logInByPasskey, { body }, { key })).status).toBe(200);
  expect((await visitor().call(logInByPasskey, { body }, { key })).body.error?.code).toBe("passkey_login_failed");
  const { options: old } = (await visitor().call(getPasskeyChallenge)).body;
  services.clock.advance(300_000);
  const late = await visitor().call(logInByPasskey, { body: { response: device.use(old) } });
  expect(late.body.error?.code).toBe("passkey_login_failed");
});

test("the same answer sent twice at once logs in once", async ({ signedUp, visitor }) => {
  const { client } = await signedUp();
  const { device } = await add(client);
  const { options } = (await visitor().call(getPasskeyChallenge)).body;
  const body = { response: device.use(options) };
  const both = await Promise.all([1, 2].map(() => visitor().call(logInByPasskey, { body })));
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 401]);
});

test("a counter that does not rise is refused as a copied passkey; a counter that stays at 0 is accepted", async ({
  signedUp,
  logIn,
}) => {
  const { client } = await signedUp();
  const { device } = await add(client);
  device.counter = 9;
  expect((await logIn(device)).answer.status).toBe(200);
  expect((await logIn(device, { counter: 10 })).code).toBe("passkey_login_failed");
  expect((await logIn(device, { counter: 3 })).code).toBe("passkey_login_failed");
  expect((await logIn(device, { counter: 0 })).code).toBe("passkey_login_failed");
  expect((await logIn(device, { counter: 11 })).answer.status).toBe(200);
  const { device: quiet } = await add(client);
  for (let count = 1; count <= 2; count += 1) expect((await logIn(quiet, { counter: 0 })).answer.status).toBe(200);
});

test("D2.1 a passkey of one site does not log in on another, whatever origin its browser sends", async ({
  signedUp,
  visitor,
  services,
  siteIds,
  logIn,
}) => {
  await services.db.insertInto("site_hosts").values({ host: "other.example", site_id: siteIds[1] }).execute();
  services.clock.advance(6_000);
  const { client } = await signedUp();
  const { device } = await add(client);
  const elsewhere = visitor("other.example");
  const { answer } = await logIn(device, { origin: "http://other.example" }, elsewhere);
  expect([answer.status, answer.body.error?.code]).toEqual([401, "passkey_login_failed"]);
  expect((await elsewhere.call(getUser)).body.user).toBeNull();
});

test("after a host moved to another site, passkeys of the first site don't log in there", async ({
  signedUp,
  visitor,
  services,
  siteIds,
  logIn,
  fresh,
}) => {
  const { client } = await signedUp();
  const { device } = await add(client);
  const { db, clock } = services;
  const [one, two] = siteIds;
  await db.updateTable("site_hosts").set({ site_id: two }).where("host", "=", "localhost").execute();
  clock.advance(6_000);
  const moved = await logIn(device);
  await db.updateTable("site_hosts").set({ site_id: one }).where("host", "=", "localhost").execute();
  clock.advance(6_000);
  await visitor().call(getUser);
  clock.set(fresh.start);
  expect(moved.code).toBe("passkey_login_failed");
});

test("D3.9 the passkey of a deleted account does not log in", async ({ signedUp, services, logIn }) => {
  const { client, id } = await signedUp();
  const { device } = await add(client);
  const gone = { status: "deleted", deleted_at: services.clock.now() };
  await services.db.updateTable("accounts").set(gone).where("id", "=", id).execute();
  const { client: phone, answer } = await logIn(device);
  expect(answer.body.error?.code).toBe("account_deleted");
  expect((await phone.call(getUser)).body.user).toBeNull();
  services.clock.advance(14 * 86_400_000);
  expect((await logIn(device)).code).toBe("passkey_login_failed");
});

test("D3.5 twenty wrong attempts block an IP address for passkeys too, with the specification's text", async ({
  signedUp,
  visitor,
}) => {
  const { client } = await signedUp();
  const { device } = await add(client);
  const stranger = new TestAuthenticator();
  stranger.handle = device.handle;
  const attempt = async (from: TestAuthenticator) => {
    const { options } = (await visitor().call(getPasskeyChallenge)).body;
    return await visitor().call(logInByPasskey, { body: { response: from.use(options) } });
  };
  for (let count = 1; count < 20; count += 1) expect((await attempt(stranger)).status).toBe(401);
  const last = await attempt(stranger);
  expect([last.status, last.body.error?.message]).toEqual([
    429,
    "Too many incorrect attempts, account blocked for 15 min.",
  ]);
  expect((await attempt(device)).status).toBe(429);
});

test("on an IP address as host there are no passkeys, and the settings say so", async ({ signedUp }) => {
  const { client } = await signedUp({}, "127.0.0.1");
  expect((await client.call(getPasskeys)).body.available).toBe(false);
  expect((await client.call(offerPasskey, { body: {} })).body.error?.code).toBe("passkeys_unavailable");
  expect((await client.call(getPasskeyChallenge)).body.error?.code).toBe("passkeys_unavailable");
});

test("R6.09 a visitor can neither see nor change passkeys", async ({ visitor }) => {
  for (const answer of [
    await visitor().call(getPasskeys),
    await visitor().call(offerPasskey, { body: {} }),
    await visitor().call(removePasskey, { body: { id: crypto.randomUUID() } }),
  ]) {
    expect([answer.status, answer.body.authentication_required]).toEqual([403, true]);
  }
});

test("a new passkey is named after the browser and system of the request", async ({ signedUp }) => {
  const { client } = await signedUp();
  const of = async (agent: string | undefined) =>
    (await client.call(getPasskeys, {}, { headers: { "user-agent": agent } })).body.device;
  const windows = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0";
  expect(await of(windows)).toEqual({ browser: "Firefox", system: "Windows" });
  expect(await of("curl/8")).toBeNull();
  expect(await of(undefined)).toBeNull();
});

test("redeemed challenges are deleted once they have expired", async ({ signedUp, services, logIn }) => {
  const { db, clock } = services;
  const { client } = await signedUp();
  const { device } = await add(client);
  await logIn(device);
  await purgeChallenges.run(services, {});
  expect((await db.selectFrom("spent_challenges").select("hash").execute()).length).toBeGreaterThan(1);
  clock.advance(30 * 86_400_000);
  await purgeChallenges.run(services, {});
  expect(await db.selectFrom("spent_challenges").select("hash").execute()).toEqual([]);
});

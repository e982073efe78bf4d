import { getUser } from "#contract/account.ts";
import { dayMs } from "#contract/durations.ts";
import {
  addPasskey,
  getPasskeyChallenge,
  getPasskeys,
  offerPasskey,
  passkeyLimit,
  removePasskey,
  renamePasskey,
} from "#contract/passkeys.ts";
import { purgeOldRows } from "#server/features/retention.ts";
import { type AuthenticatorFlaw, TestAuthenticator } from "./test-authenticator.ts";
import { add, expect, offerTo, test } from "./test-passkeys.ts";

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
  expect(added?.text).toContain("http://localhost:3000/notifications/passkeys");
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

const refusedWhenAdding: [string, AuthenticatorFlaw][] = [
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
  expect([answer.status, answer.body.error?.message]).toEqual([409, "You’ve already added this passkey."]);
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
    code: "limit_reached",
    message: "You can have up to 10. Remove one first.",
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

test("on an IP address as host there are no passkeys, and the settings say so", async ({ signedUp }) => {
  const { client } = await signedUp({}, "127.0.0.1");
  expect((await client.call(getPasskeys)).body.available).toBe(false);
  expect((await client.call(offerPasskey, { body: {} })).body.error?.code).toBe("passkeys_unavailable");
  expect((await client.call(getPasskeyChallenge)).body.error?.code).toBe("passkeys_unavailable");
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
  await purgeOldRows.run(services, {});
  expect((await db.selectFrom("spent_challenges").select("hash").execute()).length).toBeGreaterThan(1);
  clock.advance(30 * dayMs);
  await purgeOldRows.run(services, {});
  expect(await db.selectFrom("spent_challenges").select("hash").execute()).toEqual([]);
});

import { getUser } from "#contract/account.ts";
import { dayMs } from "#contract/durations.ts";
import { getPasskeyChallenge, logInByPasskey, removePasskey } from "#contract/passkeys.ts";
import { type AuthenticatorFlaw, TestAuthenticator } from "./test-authenticator.ts";
import { add, expect, test } from "./test-passkeys.ts";

test("a removed passkey does not log in: the answer is passkey_unknown", async ({ signedUp, logIn }) => {
  const { client } = await signedUp();
  const { device, answer } = await add(client);
  await client.call(removePasskey, { body: { id: answer.body.passkeys[0]?.id ?? "" } });
  const { code, answer: refused } = await logIn(device);
  expect([refused.status, code]).toEqual([401, "passkey_unknown"]);
});

test("a passkey of staff does not log a member in, and the page must not make the browser forget it", async ({
  services,
  signedUp,
  logIn,
}) => {
  const { db } = services;
  const { client, id } = await signedUp();
  const { device } = await add(client);
  const email = `staff-${id}@example.org`;
  const staff = { name: "Staff", email, role: "admin", created_at: services.clock.now() };
  const { id: staffId } = await db.insertInto("staff").values(staff).returning("id").executeTakeFirstOrThrow();
  await db
    .updateTable("passkey_users")
    .set({ account_id: null, staff_id: staffId })
    .where("account_id", "=", id)
    .execute();
  const { code, answer } = await logIn(device);
  expect([answer.status, code]).toEqual([401, "passkey_login_failed"]);
});

const refusedAtLogin: [string, AuthenticatorFlaw][] = [
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
  services.clock.advance(14 * dayMs);
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

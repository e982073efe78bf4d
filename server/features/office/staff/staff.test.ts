import { getPasskeys, logInByPasskey } from "#contract/passkeys.ts";
import {
  addStaffPasskey,
  beginSetup,
  finishSetup,
  getInvitation,
  getStaff,
  getStaffChallenge,
  getStaffPasskeys,
  logInStaff,
  offerStaffPasskey,
  removeStaffPasskey,
  renameStaffPasskey,
} from "#contract/staff.ts";
import { TestAuthenticator } from "#server/features/auth/test-authenticator.ts";
import { test as base, expect } from "#server/features/auth/test-logins.ts";
import { addDemoStaff, addStaff, disableStaff, listStaff, resetStaff } from "./manage-staff.ts";
import { codeOf, invited, staffLogin, staffMember, staffPassword } from "./test-staff.ts";

const failed = { status: 401, code: "staff_login_failed" };
const test = base
  .extend(
    "minutes",
    { scope: "file" },
    ({ services }) =>
      (count: number) =>
        services.clock.advance(count * 60_000),
  )
  .extend("managing", { scope: "file" }, ({ services }) => () => {
    const { db, random, clock } = services;
    return { db, random, now: clock.now() };
  });

test("D11.4 an invitation sets password and app secret; the first code enables the login", async ({
  given,
  visitor,
}) => {
  const { email, token } = await invited(given, "finance");
  const client = visitor();
  const shown = (await client.call(getInvitation, { query: { token } })).body.staff;
  expect(shown).toMatchObject({ email, role: "finance" });
  const { uri, secret } = (await client.call(beginSetup, { body: { token, password: staffPassword } })).body;
  expect(uri).toMatch(/^otpauth:\/\/totp\/Rendezvous:staff\d+%40example\.org\?issuer=Rendezvous&secret=[A-Z2-7]{32}/);
  expect(uri).toContain(secret);
  expect((await client.call(getStaff)).body.staff).toBeNull();
  const before = await staffLogin(given, { email, secret });
  expect(before.answer.body.error?.code).toBe("staff_login_failed");
  const done = await client.call(finishSetup, { body: { token, code: codeOf(given, secret) } });
  expect(done.body.staff).toMatchObject({ email, role: "finance" });
  expect((await client.call(getStaff)).body.staff).toMatchObject({ email, role: "finance" });
  for (const answer of [
    await client.call(getInvitation, { query: { token } }),
    await client.call(beginSetup, { body: { token, password: staffPassword } }),
    await client.call(finishSetup, { body: { token, code: codeOf(given, secret, 1) } }),
  ]) {
    expect([answer.status, answer.body.error?.code]).toEqual([410, "link_invalid"]);
  }
});

test("an invitation works for 24 hours, the newest one only, and not with a made-up token", async ({
  given,
  visitor,
  minutes,
  managing,
}) => {
  const { email, token } = await invited(given);
  const look = async (text: string) =>
    (await visitor().call(getInvitation, { query: { token: text } })).body.error?.code;
  const newest = await resetStaff(managing(), email);
  expect(await look(token)).toBe("link_invalid");
  expect(await look("x".repeat(43))).toBe("link_invalid");
  minutes(24 * 60 - 1);
  expect(await look(newest)).toBeUndefined();
  minutes(1);
  expect(await look(newest)).toBe("link_invalid");
});

test("the set-up refuses an easy password, a wrong code, and a code of an earlier secret", async ({
  given,
  visitor,
}) => {
  const { email, token } = await invited(given);
  const client = visitor();
  const begin = (password: string) => client.call(beginSetup, { body: { token, password } });
  expect((await begin("short")).body.error?.field_codes).toEqual({ password: "password_length" });
  expect((await begin("password1")).body.error?.field_codes).toEqual({ password: "password_common" });
  expect((await begin(email)).body.error?.field_codes).toEqual({ password: "password_is_name_or_email" });
  const finish = (code: string) => client.call(finishSetup, { body: { token, code } });
  expect((await finish("123456")).body.error?.code).toBe("link_invalid");
  const first = (await begin(staffPassword)).body.secret;
  const { secret } = (await begin(staffPassword)).body;
  expect(secret).not.toBe(first);
  expect((await finish(codeOf(given, first))).body.error?.field_codes).toEqual({ code: "code_wrong" });
  expect((await finish(codeOf(given, secret, 5))).body.error?.field_codes).toEqual({ code: "code_wrong" });
  expect((await finish(codeOf(given, secret))).status).toBe(200);
});

test("D3.5 five wrong codes block a set-up for 15 minutes", async ({ given, visitor }) => {
  const { token } = await invited(given);
  const client = visitor();
  const { secret } = (await client.call(beginSetup, { body: { token, password: staffPassword } })).body;
  const finish = (code: string) => client.call(finishSetup, { body: { token, code } });
  for (let count = 1; count <= 4; count += 1) expect((await finish("000000")).status).toBe(400);
  expect((await finish("000000")).body.error?.code).toBe("login_blocked");
  expect((await finish(codeOf(given, secret))).body.error?.code).toBe("login_blocked");
});

test("D11.4 every failed login gets the same answer", async ({ given, services, visitor }) => {
  const who = await staffMember(given);
  const { email: open, token } = await invited(given);
  const { secret } = (await visitor().call(beginSetup, { body: { token, password: staffPassword } })).body;
  const [other, gone] = [await staffMember(given), await staffMember(given)];
  await disableStaff(services.db, gone.email);
  const wrong = [
    await staffLogin(given, { ...who, email: "nobody@example.org" }),
    await staffLogin(given, who, { password: "not this one" }),
    await staffLogin(given, who, { code: "000000" }),
    await staffLogin(given, other, { code: "no digits" }),
    await staffLogin(given, who, { code: codeOf(given, who.secret, 2) }),
    await staffLogin(given, who, { code: codeOf(given, who.secret, -2) }),
    await staffLogin(given, { email: open, secret }),
    await staffLogin(given, gone),
  ];
  const bodies = wrong.map(({ answer }) => JSON.stringify([answer.status, answer.body]));
  expect(new Set(bodies).size).toBe(1);
  expect(wrong[0]?.answer).toMatchObject({ status: failed.status, body: { error: { code: failed.code } } });
  for (const { client } of wrong) expect(client.cookies.has("staff")).toBe(false);
});

test("a code one step off is accepted once, but not after a code of a later step", async ({ given, minutes }) => {
  const who = await staffMember(given);
  minutes(10);
  const attempt = async (steps: number) =>
    (await staffLogin(given, who, { code: codeOf(given, who.secret, steps) })).answer.status;
  expect(await attempt(-1)).toBe(200);
  expect(await attempt(-1)).toBe(401);
  expect(await attempt(1)).toBe(200);
  expect(await attempt(0)).toBe(401);
  minutes(1);
  const spaced = codeOf(given, who.secret).replace(/^(...)/, "$1 ");
  expect((await staffLogin(given, who, { code: ` ${spaced} ` })).answer.status).toBe(200);
});

test("the same code sent twice at once logs in once; a wrong password does not redeem it", async ({ given }) => {
  const who = await staffMember(given);
  const code = codeOf(given, who.secret, 1);
  expect((await staffLogin(given, who, { code, password: "not this one" })).answer.status).toBe(401);
  const both = await Promise.all([staffLogin(given, who, { code }), staffLogin(given, who, { code })]);
  expect(both.map(({ answer }) => answer.status).sort()).toEqual([200, 401]);
});

test("D3.5 five failures of any kind block a login for 15 minutes, also for an unknown address", async ({ given }) => {
  const who = await staffMember(given);
  for (const target of [who, { ...who, email: "nobody-at-all@example.org" }]) {
    for (let count = 1; count <= 4; count += 1) {
      const change = count % 2 === 0 ? { code: "000000" } : { password: "wrong" };
      expect((await staffLogin(given, target, change)).answer.status).toBe(401);
    }
    const fifth = (await staffLogin(given, target, { code: "000000" })).answer;
    expect([fifth.status, fifth.body.error?.message, fifth.headers["retry-after"]]).toEqual([
      429,
      "Too many incorrect attempts, account blocked for 15 min.",
      "900",
    ]);
    expect((await staffLogin(given, target)).answer.status).toBe(429);
  }
});

test("R9.09 the cookie of staff: HttpOnly, Strict, 8 hours, Secure over TLS, hashed at rest", async ({
  given,
  services,
}) => {
  const who = await staffMember(given);
  const { answer, client } = await staffLogin(given, who);
  const cookie = String(answer.headers["set-cookie"]);
  for (const part of ["HttpOnly", "SameSite=Strict", "Max-Age=28800", "Path=/"]) expect(cookie).toContain(part);
  const token = client.cookies.get("staff") ?? "";
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
  const rows = await services.db.selectFrom("staff_sessions").select("token_hash").execute();
  expect(rows.some((row) => row.token_hash.toString("utf8").includes(token))).toBe(false);
});

test("the secret of an app is encrypted at rest", async ({ given, services }) => {
  const { secret, id } = await staffMember(given);
  const row = await services.db.selectFrom("staff").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const { Secret } = await import("otpauth");
  const bytes = Buffer.from(Secret.fromBase32(secret).bytes);
  expect(row.totp_secret?.includes(bytes)).toBe(false);
  expect(row.password_hash).toMatch(/^\$argon2id\$/);
  const keys = await services.db.selectFrom("idempotency_keys").select("answer").execute();
  expect(JSON.stringify(keys)).not.toContain(secret);
});

test("a sealed secret copied to another login does not work there", async ({ given, services }) => {
  const { db } = services;
  const [one, two] = [await staffMember(given), await staffMember(given)];
  const { totp_secret } = await db
    .selectFrom("staff")
    .select("totp_secret")
    .where("id", "=", one.id)
    .executeTakeFirstOrThrow();
  await db.updateTable("staff").set({ totp_secret }).where("id", "=", two.id).execute();
  expect((await staffLogin(given, { email: two.email, secret: one.secret })).answer.status).toBe(401);
});

test("a passkey replaces the code, but not the password", async ({ given, visitor }) => {
  const who = await staffMember(given);
  const device = new TestAuthenticator();
  const offer = (await who.client.call(offerStaffPasskey, { body: {} })).body.options;
  expect(offer.user.name).toBe(who.email);
  const added = await who.client.call(addStaffPasskey, { body: { name: "Key", response: device.create(offer) } });
  expect(added.body.passkeys).toMatchObject([{ name: "Key" }]);
  const attempt = async (change: { password?: string; email?: string } = {}) => {
    const client = visitor();
    const { options } = (await client.call(getStaffChallenge)).body;
    const body = { email: who.email, password: staffPassword, passkey: device.use(options), ...change };
    return { body, answer: await client.call(logInStaff, { body }) };
  };
  const right = await attempt();
  expect(right.answer.body.staff).toMatchObject({ email: who.email });
  expect((await visitor().call(logInStaff, { body: right.body })).body.error?.code).toBe("staff_login_failed");
  expect((await attempt({ password: "not this one" })).answer.body.error?.code).toBe("staff_login_failed");
  const other = await staffMember(given);
  expect((await attempt({ email: other.email })).answer.body.error?.code).toBe("staff_login_failed");
  const { options } = (await visitor().call(getStaffChallenge)).body;
  const asMember = await visitor().call(logInByPasskey, { body: { response: device.use(options) } });
  expect(asMember.body.error?.code).toBe("passkey_login_failed");
  const id = added.body.passkeys[0]?.id ?? "";
  expect((await other.client.call(removeStaffPasskey, { body: { id } })).body.error?.code).toBe("passkey_not_found");
  const renamed = await who.client.call(renameStaffPasskey, { body: { id, name: "Blue key" } });
  expect(renamed.body.passkeys).toMatchObject([{ name: "Blue key" }]);
  expect((await who.client.call(removeStaffPasskey, { body: { id } })).body.passkeys).toEqual([]);
  expect((await attempt()).answer.body.error?.code).toBe("staff_login_failed");
});

test("five minutes after the login, adding a passkey asks for the password", async ({ given, minutes }) => {
  const { client } = await staffMember(given);
  minutes(5);
  expect((await client.call(getStaffPasskeys)).body.password_needed).toBe(true);
  const ask = async (password?: string) => (await client.call(offerStaffPasskey, { body: { password } })).body;
  expect((await ask()).error?.field_codes).toEqual({ password: "required" });
  expect((await ask("not this one")).error?.field_codes).toEqual({ password: "not_your_password" });
  expect((await ask(staffPassword)).options.rp.id).toBe("localhost");
});

test("a login needs a code or a passkey", async ({ given, visitor }) => {
  const who = await staffMember(given);
  const answer = await visitor().call(logInStaff, { body: { email: who.email, password: staffPassword } });
  expect(answer.body.error?.field_codes).toEqual({ code: "required" });
});

test("D11.4 disabling logs out at once; a reset removes all credentials and invites again", async ({
  given,
  services,
  visitor,
  managing,
}) => {
  const who = await staffMember(given);
  const device = new TestAuthenticator();
  const offer = (await who.client.call(offerStaffPasskey, { body: {} })).body.options;
  await who.client.call(addStaffPasskey, { body: { name: "Key", response: device.create(offer) } });
  expect(await disableStaff(services.db, who.email.toUpperCase())).toBeDefined();
  expect((await who.client.call(getStaff)).body.staff).toBeNull();
  expect((await staffLogin(given, who)).answer.status).toBe(401);
  const token = await resetStaff(managing(), who.email);
  expect((await staffLogin(given, who)).answer.status).toBe(401);
  const client = visitor();
  const { secret } = (await client.call(beginSetup, { body: { token, password: "another long phrase" } })).body;
  expect((await client.call(finishSetup, { body: { token, code: codeOf(given, secret) } })).status).toBe(200);
  expect((await client.call(getStaffPasskeys)).body.passkeys).toEqual([]);
  expect((await staffLogin(given, who)).answer.status).toBe(401);
});

test("an address is unique; unknown ones are not disabled or reset; the list shows each state", async ({
  given,
  services,
  minutes,
  managing,
}) => {
  const { email } = await invited(given, "support");
  const { db, clock } = services;
  expect(await addStaff(managing(), { email: email.toUpperCase(), name: "Twin", role: "admin" })).toBeUndefined();
  await expect(disableStaff(db, "nobody@example.org")).rejects.toThrow("No staff member has the address");
  await expect(resetStaff(managing(), "nobody@example.org")).rejects.toThrow("No staff member has the address");
  const stateOf = async (address: string) =>
    (await listStaff(db, clock.now())).find((login) => login.email === address)?.state;
  expect(await stateOf(email)).toBe("invited");
  minutes(24 * 60);
  expect(await stateOf(email)).toBe("invitation_over");
  await disableStaff(db, email);
  expect(await stateOf(email)).toBe("disabled");
  expect(await stateOf((await staffMember(given)).email)).toBe("enabled");
});

test("the public demo login is created once, on demo sites only, and does not work beside a real site", async ({
  given,
  services,
  siteIds,
}) => {
  const secret = "DEMODEMODEMODEMODEMODEMODEMODEMO";
  const demo = { email: "all@demo.invalid", name: "All", role: "admin", password: staffPassword, secret } as const;
  const makeReal = (real: boolean) =>
    services.db.updateTable("sites").set({ demo: !real }).where("id", "=", siteIds[1]).execute();
  await makeReal(true);
  expect(await addDemoStaff(services, demo)).toBe(false);
  await makeReal(false);
  expect(await addDemoStaff(services, demo)).toBe(true);
  expect(await addDemoStaff(services, demo)).toBe(true);
  const { client, answer } = await staffLogin(given, demo, { code: codeOf(given, secret) });
  expect(answer.status).toBe(200);
  await makeReal(true);
  expect((await client.call(getStaff)).body.staff).toBeNull();
  const ended = (await staffLogin(given, demo)).answer;
  expect([ended.status, ended.body.error?.code]).toEqual([401, "demo_login_ended"]);
  const states = (await listStaff(services.db, services.clock.now())).filter(({ email }) => email === demo.email);
  expect(states).toMatchObject([{ state: "ended" }]);
  await makeReal(false);
  expect((await client.call(getStaff)).body.staff).not.toBeNull();
  const { config } = services;
  expect(await addDemoStaff({ ...services, config: { ...config, demo: false } }, demo)).toBe(false);
});

test("a member's passkeys are not shown to staff", async ({ given }) => {
  const { client } = await staffMember(given);
  expect((await client.call(getPasskeys)).status).toBe(403);
});

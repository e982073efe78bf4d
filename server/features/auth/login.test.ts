import { getUser } from "#contract/account.ts";
import { logIn, logOut } from "#contract/auth.ts";
import { dayMs } from "#contract/durations.ts";
import { getCard } from "#contract/members.ts";
import type { TestClient } from "#server/http/test-client.ts";
import { test as base, expect } from "#server/test.ts";

const firefox = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0";
const attempt = (client: TestClient, login: string, password: string, userAgent = firefox) =>
  client.call(logIn, { body: { login, password } }, { headers: { "user-agent": userAgent } });

const test = base
  /** A new member, whose only browser is the one they signed up with. */
  .extend("person", async ({ signedUp, services }) => {
    const person = await signedUp();
    services.mail.sent.length = 0;
    return person;
  })
  /** Runs the jobs; the mails to the person since the signup. */
  .extend("sent", ({ person, services }) => async () => {
    await services.jobs.drain(services);
    return services.mail.sent.filter((mail) => mail.to === person.form.email);
  })
  .extend("lockOut", ({ person, visitor }) => async () => {
    for (let count = 1; count <= 5; count += 1) {
      await attempt(visitor(), person.form.name, "wrong");
      await attempt(visitor(), person.form.email, "wrong");
    }
  });
test.beforeEach(({ services }) => services.limits.clear("address", "127.0.0.1"));

test("D3.5 strangers lock the account for every browser except one that has logged in before", async ({
  visitor,
  person,
  lockOut,
}) => {
  await lockOut();
  const stranger = await attempt(visitor(), person.form.email, person.form.password);
  expect([stranger.status, stranger.body.error?.message]).toEqual([
    429,
    "Too many incorrect attempts, account blocked for 15 min.",
  ]);
  await person.client.call(logOut);
  expect((await attempt(person.client, person.form.email, person.form.password)).status).toBe(200);
  // that login does not lift the lockout for others
  expect((await attempt(visitor(), person.form.email, person.form.password)).status).toBe(429);
});

test("D3.5 a known browser has five wrong attempts of its own, and can't be used to guess", async ({
  visitor,
  person,
}) => {
  for (let count = 1; count <= 4; count += 1) {
    expect((await attempt(person.client, person.form.name, "wrong")).status).toBe(401);
  }
  const fifth = await attempt(person.client, person.form.name, "wrong");
  expect([fifth.status, fifth.headers["retry-after"]]).toEqual([429, "900"]);
  expect((await attempt(person.client, person.form.name, person.form.password)).status).toBe(429);
  // its lockout does not affect the owner's other devices
  expect((await attempt(visitor(), person.form.name, person.form.password)).status).toBe(200);
});

test("D3.5 a browser is known for the account it logged in to, and not for another", async ({
  signedUp,
  person,
  lockOut,
}) => {
  const other = await signedUp();
  await lockOut();
  expect((await attempt(other.client, person.form.name, person.form.password)).status).toBe(429);
});

test("D3.5 a lock on a name does not show which address belongs to it", async ({ visitor, signedUp, person }) => {
  const stranger = await signedUp();
  for (let count = 1; count <= 5; count += 1) await attempt(visitor(), person.form.name, "wrong");
  expect((await attempt(visitor(), person.form.name, "wrong")).status).toBe(429);
  for (const address of [person.form.email, stranger.form.email, `nobody.${person.form.email}`]) {
    const { status, body } = await attempt(visitor(), address, "wrong");
    expect([status, body.error?.code], address).toEqual([401, "login_failed"]);
  }
});

test("D3.5 alternating between name and address allows ten wrong attempts, and no more", async ({
  visitor,
  person,
}) => {
  const statuses: number[] = [];
  for (let count = 1; count <= 6; count += 1) {
    for (const login of ["name", "email"] as const) {
      statuses.push((await attempt(visitor(), person.form[login], "wrong")).status);
    }
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 401, 401, 429, 429, 429, 429]);
});

test("D3.5 other spellings of a name or an address count as the same login", async ({ visitor, person }) => {
  const spellings = [
    person.form.name,
    person.form.name.toUpperCase(),
    ` ${person.form.name} `,
    person.form.name.replace("Me", "Ме").replace(" ", "  "),
  ];
  for (const login of spellings) expect((await attempt(visitor(), login, "wrong")).status).toBe(401);
  expect((await attempt(visitor(), person.form.name, "wrong")).status).toBe(429);
  const addresses = [person.form.email.toUpperCase(), ` ${person.form.email}`, person.form.email.replace("org", "ORG")];
  for (const login of [...addresses, person.form.email]) {
    expect((await attempt(visitor(), login, "wrong")).status).toBe(401);
  }
  expect((await attempt(visitor(), person.form.email, "wrong")).status).toBe(429);
});

test("D3.5 of 30 simultaneous guesses only five count", async ({ visitor, person }) => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => attempt(visitor(), person.form.name, "wrong")));
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(4);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(26);
});

test("D3.5 many correct logins at the same instant all succeed", async ({ visitor, person }) => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => attempt(visitor(), person.form.name, person.form.password)),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
});

test("D3.5 a login without an account is blocked like any other, after the same number of attempts", async ({
  visitor,
  person,
}) => {
  const statuses: number[] = [];
  for (let count = 1; count <= 6; count += 1) {
    statuses.push((await attempt(visitor(), `nobody ${person.form.name}`, "wrong")).status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
});

test("D3.5 twenty wrong attempts from one IP address block it for all accounts and known browsers", async ({
  visitor,
  person,
}) => {
  for (let count = 1; count <= 20; count += 1)
    await attempt(visitor(), `somebody ${person.form.name} ${count}`, "wrong");
  expect((await attempt(visitor(), person.form.name, person.form.password)).status).toBe(429);
  expect((await attempt(person.client, person.form.name, person.form.password)).status).toBe(429);
});

test("D3.5 the cookie device: 256 bits, HttpOnly, Lax, 180 days, hashed at rest, Secure over TLS", async ({
  services,
  visitor,
  person,
}) => {
  const token = person.client.cookies.get("device") ?? "";
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
  const rows = await services.db.selectFrom("known_devices").selectAll().execute();
  expect(rows.some((row) => row.token_hash.toString("base64url") === token)).toBe(false);
  const answer = await attempt(visitor(), person.form.name, person.form.password);
  const cookie = [answer.headers["set-cookie"]]
    .flat()
    .map(String)
    .find((each) => each.startsWith("device="));
  for (const part of ["HttpOnly", "SameSite=Lax", "Max-Age=15552000", "Path=/"]) expect(cookie).toContain(part);
});

test("D3.5 the cookie device is renewed while its browser comes back, and expires after 180 days", async ({
  services,
  person,
  lockOut,
}) => {
  const { clock } = services;
  const before = clock.now();
  for (let month = 1; month <= 15; month += 1) {
    clock.advance(29 * dayMs);
    // a session ends after half a year
    const logsIn = month % 5 === 0;
    const logIn = () => attempt(person.client, person.form.name, person.form.password);
    const { headers } = await (logsIn ? logIn() : person.client.call(getUser));
    expect(String(headers["set-cookie"])).toContain("Max-Age=15552000");
  }
  await person.client.call(logOut);
  await lockOut();
  expect((await attempt(person.client, person.form.name, person.form.password)).status).toBe(200);
  await person.client.call(logOut);
  clock.advance(180 * dayMs + 1);
  expect((await attempt(person.client, person.form.name, person.form.password)).status).toBe(429);
  clock.set(before);
});

test("D3.5 a cookie device that we did not issue is replaced", async ({ visitor, person }) => {
  const client = visitor();
  for (const forged of ["a".repeat(43), "short", "x".repeat(3000), "%00", "a b;c"]) {
    client.cookies.set("device", forged);
    expect((await attempt(client, person.form.name, person.form.password)).status).toBe(200);
    expect(client.cookies.get("device")).not.toBe(forged);
  }
});

test("D3.4 a login from a new browser sends a mail that names it; a second login there sends none", async ({
  visitor,
  person,
  sent,
}) => {
  expect(await sent()).toEqual([]);
  const laptop = visitor();
  await attempt(laptop, person.form.name, person.form.password);
  const [mail, ...more] = await sent();
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("New login to your Rendezvous account");
  for (const part of [
    "Device: Firefox on Windows",
    "Country: Unknown",
    "Time: 20 November 2026 at 18:00 UTC",
    "/notifications/devices",
  ]) {
    expect(mail?.text).toContain(part);
  }
  await laptop.call(logOut);
  await attempt(laptop, person.form.name, person.form.password);
  expect(await sent()).toHaveLength(1);
});

test("D3.4 the mail about a new login contains no text that the caller chose", async ({ visitor, person, sent }) => {
  await attempt(visitor(), person.form.name, person.form.password, "evil.example/1.0 (visit evil.example)");
  const [mail] = await sent();
  expect(mail?.text).toContain("Device: Unknown");
  expect(`${mail?.text} ${mail?.html}`).not.toContain("evil");
});

test("D3.4 a browser is known to two accounts, and each login in it ends the session before", async ({
  visitor,
  signedUp,
  person,
  sent,
}) => {
  const other = await signedUp();
  const shared = visitor();
  await attempt(shared, person.form.name, person.form.password);
  const first = shared.cookies.get("auth") ?? "";
  await attempt(shared, other.form.name, other.form.password);
  const old = visitor();
  old.cookies.set("auth", first);
  expect((await old.call(getUser)).body.user).toBeNull();
  await attempt(shared, person.form.name, person.form.password);
  await attempt(shared, other.form.name, other.form.password);
  expect(await sent()).toHaveLength(1);
});

test("D3.4 a login from the same browser replaces its session; other browsers keep theirs", async ({
  visitor,
  person,
}) => {
  const before = person.client.cookies.get("auth") ?? "";
  const laptop = visitor();
  await attempt(laptop, person.form.name, person.form.password);
  await attempt(person.client, person.form.name, person.form.password);
  const old = visitor();
  old.cookies.set("auth", before);
  expect((await old.call(getUser)).body.user).toBeNull();
  expect((await laptop.call(getUser)).body.user?.id).toBe(person.id);
  expect((await person.client.call(getUser)).body.user?.id).toBe(person.id);
});

test("D6.5 a member is online as soon as they log in", async ({ visitor, person, member, services }) => {
  const other = await member();
  const id = (await person.client.call(getUser)).body.user?.id ?? "";
  const isOnline = async () => (await other.client.call(getCard, { query: { id } })).body.member.online;
  services.clock.advance(dayMs);
  expect(await isOnline()).toBe(false);
  expect((await attempt(visitor(), person.form.email, person.form.password)).status).toBe(200);
  expect(await isOnline()).toBe(true);
});

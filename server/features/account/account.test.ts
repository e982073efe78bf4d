import { randomUUID } from "node:crypto";
import { getUser, putLanguage, redeemLink, resendActivation, signUp } from "#contract/account.ts";
import { logIn, logOut } from "#contract/auth.ts";
import { dayMs } from "#contract/durations.ts";
import { expect, test } from "#server/test.ts";
import { activationToken, signupForm } from "./test-signup.ts";

test("R1.01 R4.01 a visitor signs up, follows the activation mail, is active and has the credits", async ({
  visitor,
  services,
}) => {
  const anna = visitor();
  const form = signupForm({ name: "Anna Way", email: "anna.way@example.org" });
  const answer = await anna.call(signUp, { body: form });
  expect(answer.status).toBe(200);
  expect(answer.body.user).toMatchObject({ status: "not_confirmed", credits: 0, profile: { status: "disabled" } });
  const token = await activationToken({ services }, form.email);
  const confirmed = await anna.call(redeemLink, { body: { token } });
  expect(confirmed.body).toEqual({
    kind: "activation",
    name: "Anna Way",
    credits: 5,
    delivered: 0,
    undelivered: 0,
    conversation: null,
  });
  const { user } = (await anna.call(getUser)).body;
  expect(user).toMatchObject({ status: "active", credits: 5, paid_user: false, profile: { status: "active" } });
});

test("R4.01 an activation link works once, for seven days; only the newest works", async ({
  client,
  visitor,
  services,
}) => {
  const form = signupForm({ name: "Link Life", email: "link@example.org" });
  await client.call(signUp, { body: form });
  const first = await activationToken({ services }, form.email);
  await client.call(resendActivation);
  const second = await activationToken({ services }, form.email);
  expect(second).not.toBe(first);
  const redeem = async (token: string) => (await client.call(redeemLink, { body: { token } })).body.error;
  expect(await redeem(first)).toEqual({
    code: "link_invalid",
    message: "Link expired or invalid, request a new email",
  });
  expect(await redeem(second)).toBeUndefined();
  expect((await redeem(second))?.code).toBe("activation_failed");
  await client.call(resendActivation);
  const late = visitor();
  await late.call(signUp, { body: signupForm({ name: "Late One", email: "late@example.org" }) });
  const token = await activationToken({ services }, "late@example.org");
  const before = services.clock.now();
  services.clock.advance(7 * dayMs + 1);
  expect((await redeem(token))?.code).toBe("activation_failed");
  services.clock.set(before);
});

const wrong: [string, Partial<ReturnType<typeof signupForm>>, Record<string, string>][] = [
  ["R5.01 a missing date of birth", { date_of_birth: "" }, { date_of_birth: "Enter your date of birth (18+)" }],
  ["R5.01 a date that does not exist", { date_of_birth: "1994-02-30" }, { date_of_birth: "Invalid date of birth." }],
  ["R5.01 a date in the future", { date_of_birth: "2031-01-01" }, { date_of_birth: "Invalid date of birth." }],
  ["R5.01 an age of 17", { date_of_birth: "2008-11-21" }, { date_of_birth: "You must be at least 18 to join." }],
  [
    "R5.02 a name that is the address",
    { name: "nina@example.org", email: "nina@example.org" },
    { name: "Username may not be the same as your e-mail address" },
  ],
  ["R5.02 a name that starts with @", { name: "@nina" }, { name: "Username may not start with @" }],
  ["R5.02 a name that is too short", { name: "Jo" }, { name: "Use 3 to 30 characters." }],
  [
    "D11.3 a name with a number to call",
    { name: "call me 0612345678" },
    { name: "Please leave out links, addresses and phone numbers." },
  ],
  ["R5.02 a name with other characters", { name: "nina<b>" }, { name: "Use only letters, digits, spaces and . _ -" }],
  ["R5.03 an invalid address", { email: "nina@" }, { email: "Invalid email" }],
  [
    "D3.2 a name without a letter or a digit",
    { name: "-._ -" },
    { name: "Use only letters, digits, spaces and . _ -" },
  ],
  [
    "D3.3 a password of four characters with two UTF-16 units each",
    { password: "😀😀😀😀" },
    { password: "Use 8 to 128 characters." },
  ],
  [
    "D3.3 a password of lone surrogates",
    { password: "\ud800".repeat(8) },
    { password: "Some of these characters can’t be used here." },
  ],
  ["D3.3 a password of seven characters", { password: "seven77" }, { password: "Use 8 to 128 characters." }],
  [
    "D3.3 a common password",
    { password: "password1" },
    { password: "This password is too easy to guess. Please choose another." },
  ],
  [
    "D3.3 the name as password",
    { name: "Nina Example", password: "Nina Example" },
    { password: "Don’t use your username or email address as your password." },
  ],
  ["D4.5 an unknown town", { city_id: 1 }, { city_id: "Please choose a town from the list." }],
];
test.for(wrong)("%s is refused at its field", async ([_, change, fields], { visitor }) => {
  const answer = await visitor().call(signUp, {
    body: signupForm({ name: "Nina", email: "nina@example.org", ...change }),
  });
  expect(answer.status).toBe(400);
  expect(answer.body.error).toMatchObject({ code: "invalid_input", fields });
});

test("R5.02 every wrong field is named at once, in the caller's language", async ({ visitor }) => {
  const body = { ...signupForm(), name: "@x", email: "", password: "short", date_of_birth: "" };
  const { body: answer } = await visitor().call(signUp, { body }, { language: "de" });
  expect(Object.keys(answer.error?.fields ?? {}).sort()).toEqual(["date_of_birth", "email", "name", "password"]);
  expect(answer.error?.fields?.date_of_birth).toContain("18");
  expect(answer.error?.fields?.date_of_birth).not.toBe("Enter your date of birth (18+)");
});

test("D3.2 a name is taken whatever its case and look-alike letters; an address whatever its case", async ({
  visitor,
  signedUp,
}) => {
  await signedUp({ name: "Paula", email: "paula@example.org" });
  await signedUp({ name: "Marlon", email: "marlon@example.org" });
  // the last has a Greek capital, whose small letter looks like another letter
  for (const name of ["PAULA", "Pаulа", "Pau1a", "Ｐａｕｌａ", "Μarlon"]) {
    const answer = await visitor().call(signUp, { body: signupForm({ name, email: "other@example.org" }) });
    expect(answer.body.error?.fields).toEqual({
      name: expect.stringMatching(/^This username is taken\. .+\d\d is free\.$/),
    });
  }
  const answer = await visitor().call(signUp, { body: signupForm({ name: "Petra", email: "PAULA@example.org" }) });
  expect(answer.body.error?.fields).toEqual({ email: "An account with this e-mail address already exists" });
});

test("D3.2 a Latin name is taken if capitals of another script look like it, and vice versa", async ({
  visitor,
  signedUp,
}) => {
  // all Greek; its small letters look like different Latin ones
  await signedUp({ name: "ΝΑΝΝΑ", email: "greek-capitals@example.org" });
  await signedUp({ name: "Hannah", email: "latin@example.org" });
  for (const name of ["NANNA", "Nanna", "ΗΑΝΝΑΗ"]) {
    const answer = await visitor().call(signUp, { body: signupForm({ name, email: "other@example.org" }) });
    expect(answer.body.error?.field_codes, name).toEqual({ name: "name_taken_free" });
  }
});

test("D3.1 an eighteenth birthday counts once it has begun everywhere on earth", async ({ visitor, services }) => {
  const before = services.clock.now();
  const attempt = async (time: string, name: string) => {
    services.clock.set(time);
    const body = signupForm({ name, email: `${name}@example.org`, date_of_birth: "2008-11-20" });
    return (await visitor().call(signUp, { body })).status;
  };
  expect(await attempt("2026-11-20T11:59:59Z", "too-early")).toBe(400);
  expect(await attempt("2026-11-20T12:00:00Z", "just-now")).toBe(200);
  services.clock.set(before);
});

test("R1.01 login by name or address; a wrong password and an unknown name get the same error", async ({
  visitor,
  signedUp,
}) => {
  const { form } = await signedUp({ name: "Login Lena", email: "lena@example.org" });
  for (const login of ["Login Lena", "login lena", "LENA@example.org"]) {
    const client = visitor();
    const answer = await client.call(logIn, { body: { login, password: form.password } });
    expect(answer.status).toBe(200);
    expect((await client.call(getUser)).body.user?.profile.name).toBe("Login Lena");
  }
  for (const login of ["Login Lena", "nobody at all"]) {
    const { status, body } = await visitor().call(logIn, { body: { login, password: "wrong" } });
    expect([status, body.error?.message]).toEqual([401, "Login failed, please try again"]);
  }
});

test("D3.5 the fifth wrong attempt blocks the account for 15 minutes, with the specification's text", async ({
  visitor,
  signedUp,
}) => {
  const { form } = await signedUp({ name: "Locked Lu", email: "lu@example.org" });
  const attempt = (password: string) => visitor().call(logIn, { body: { login: "Locked Lu", password } });
  for (let count = 1; count <= 4; count += 1) expect((await attempt("wrong")).status).toBe(401);
  const fifth = await attempt("wrong");
  expect([fifth.status, fifth.headers["retry-after"]]).toEqual([429, "900"]);
  expect(fifth.body.error?.message).toBe("Too many incorrect attempts, account blocked for 15 min.");
  expect((await attempt(form.password)).status).toBe(429);
});

test("R9.09 the session's cookie: HttpOnly, Lax, 30 days, Secure over TLS, hashed at rest", async ({
  signedUp,
  services,
  app,
}) => {
  const { client } = await signedUp({ name: "Cookie Cleo", email: "cleo@example.org" });
  const token = client.cookies.get("auth") ?? "";
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
  const rows = await services.db.selectFrom("sessions").select("token_hash").execute();
  expect(rows.some((row) => row.token_hash.toString("utf8").includes(token))).toBe(false);
  const response = await app.inject({
    method: "POST",
    url: logIn.path,
    headers: { "x-request-type": "client", "sec-fetch-site": "same-origin" },
    payload: { login: "cleo@example.org", password: signupForm().password },
  });
  const cookie = String(response.headers["set-cookie"]);
  for (const part of ["HttpOnly", "SameSite=Lax", "Max-Age=2592000", "Path=/"]) expect(cookie).toContain(part);
});

test("R9.09 D3.4 cookie and session are renewed while the member is active", async ({ signedUp, services }) => {
  const { client } = await signedUp({ name: "Rolling Rosa", email: "rosa@example.org" });
  const again = await client.call(getUser);
  expect(again.headers["set-cookie"]).toBeUndefined();
  services.clock.advance(29 * dayMs);
  expect(String((await client.call(getUser)).headers["set-cookie"])).toContain("Max-Age=2592000");
  services.clock.advance(29 * dayMs);
  expect((await client.call(getUser)).body.user?.profile.name).toBe("Rolling Rosa");
  services.clock.advance(30 * dayMs + 1);
  expect((await client.call(getUser)).body.user).toBeNull();
});

test("R7.01 PUT user.php stores the language; logout.php ends the session", async ({ signedUp }) => {
  const { client } = await signedUp({ name: "Lang Lotte", email: "lotte@example.org" });
  expect((await client.call(putLanguage, { body: { language: "fi" } })).body.user.language).toBe("fi");
  const token = client.cookies.get("auth") ?? "";
  expect((await client.call(logOut)).body).toEqual({ ok: true });
  expect(client.cookies.has("auth")).toBe(false);
  client.cookies.set("auth", token);
  expect((await client.call(getUser)).body.user).toBeNull();
});

test("R7.03 a signup that is repeated with its key creates one account and logs in again", async ({ visitor }) => {
  const key = randomUUID();
  const body = signupForm({ name: "Twice Tom", email: "twice@example.org", gender: "male", seeks: "female" });
  const first = await visitor().call(signUp, { body }, { key });
  const again = visitor();
  const second = await again.call(signUp, { body }, { key });
  expect(second.body).toEqual(first.body);
  expect((await again.call(getUser)).body.user?.id).toBe(first.body.user.id);
  const other = await visitor().call(signUp, { body: { ...body, name: "Another" } }, { key });
  expect([other.status, other.body.error?.code]).toEqual([422, "idempotency_key_reused"]);
});

test("D2.4 a site with closed signups refuses a signup", async ({ visitor, siteHas, siteIds }) => {
  await siteHas({ signups: "none" }, siteIds[1]);
  const answer = await visitor("127.0.0.1").call(signUp, {
    body: signupForm({ name: "Closed", email: "c@example.org" }),
  });
  expect([answer.status, answer.body.error?.code]).toEqual([403, "signups_closed"]);
});

import { randomUUID } from "node:crypto";
import { getLink, getUser, redeemLink } from "#contract/account.ts";
import { logIn, requestRecovery, resetPassword } from "#contract/auth.ts";
import { hourMs } from "#contract/durations.ts";
import { untilWaiting } from "#server/db/test-waiting.ts";
import { test as base, expect } from "#server/test.ts";
import { sendRecovery } from "./request-recovery.ts";

const newPassword = "a quite new pass phrase";

const test = base
  .extend("person", async ({ signedUp, services }) => {
    const person = await signedUp();
    services.mail.sent.length = 0;
    return person;
  })
  .extend(
    "ask",
    { scope: "file" },
    ({ visitor }) =>
      (email: string, way: "reset" | "login" = "reset", client = visitor()) =>
        client.call(requestRecovery, { body: { email, way } }),
  )
  /** Runs the jobs; the mails since the person signed up. */
  .extend("sent", { scope: "file" }, ({ services }) => async () => {
    await services.jobs.drain(services);
    return services.mail.sent;
  })
  .extend("tokenFor", ({ person, ask, sent }) => async (way: "reset" | "login" = "reset") => {
    expect((await ask(person.form.email, way)).status).toBe(200);
    const tokens = (await sent()).map((mail) => /(?:token=|\/)([A-Za-z0-9_-]{43})\b/.exec(mail.text)?.[1]);
    const token = tokens.findLast((found) => found !== undefined);
    if (!token) throw new Error("no link in any mail");
    return token;
  })
  .extend(
    "reset",
    { scope: "file" },
    ({ visitor }) =>
      (token: string, form: Partial<{ password: string; password_again: string }> = {}, client = visitor()) =>
        client.call(resetPassword, { body: { token, password: newPassword, password_again: newPassword, ...form } }),
  );
test.beforeEach(({ services }) => services.limits.clear("unknown_address", "127.0.0.1"));

test("R5.06 an address without an account, or an invalid one, is refused at its field", async ({ ask, sent }) => {
  for (const email of ["nobody@example.org", "not an address"]) {
    const { status, body } = await ask(email);
    expect([status, body.error?.fields]).toEqual([400, { email: "E-mail address not found" }]);
  }
  expect(await sent()).toEqual([]);
});

test("D3.6 the mail links to the screen for choosing a new password", async ({ person, ask, sent }) => {
  await ask(person.form.email.toUpperCase());
  const [mail] = await sent();
  expect(mail?.to).toBe(person.form.email);
  expect(mail?.text).toMatch(/http:\/\/localhost:3000\/reset-password\/do\?token=[A-Za-z0-9_-]{43}\n/);
});

test("D3.6 no mail links to a host that the caller put into the Host header", async ({
  visitor,
  person,
  ask,
  sent,
}) => {
  const strange = ["localhost:x@elsewhere.example", "localhost:80@elsewhere.example", "localhost/@elsewhere.example"];
  for (const host of [...strange, "localhost:80:80", "localhost:"]) {
    const { status } = await visitor(host).call(requestRecovery, { body: { email: person.form.email } });
    expect(status, host).toBe(421);
  }
  expect(await sent()).toEqual([]);
  expect((await ask(person.form.email, "reset", visitor("localhost:4000"))).status).toBe(200);
  expect((await sent())[0]?.text).toContain("http://localhost:3000/reset-password/do?token=");
});

test("D3.6 in production a mail's link leads to the site's stored domain over https, whatever the request says", async ({
  services,
  visitor,
  person,
  ask,
  sent,
  onTestFinished,
}) => {
  const { mode } = services.config;
  onTestFinished(() => {
    services.config.mode = mode;
  });
  services.config.mode = "production";
  for (const [count, host] of ["localhost", "localhost:1", "LOCALHOST:65535"].entries()) {
    expect((await ask(person.form.email, "reset", visitor(host))).status, host).toBe(200);
    const links = (await sent())[count]?.text.match(/https?:\/\/\S+/g) ?? [];
    expect(links.length, host).toBeGreaterThan(0);
    expect(links.map((link) => new URL(link).origin)).toEqual(links.map(() => "https://localhost"));
  }
});

test("R5.06 passwords that differ are refused at the second field, and the link stays open", async ({
  person,
  tokenFor,
  reset,
}) => {
  const token = await tokenFor();
  const differ = await reset(token, { password_again: "another pass phrase" });
  expect([differ.status, differ.body.error?.fields]).toEqual([
    400,
    { password_again: "The entered passwords are not the same." },
  ]);
  for (const password of ["short", "password1", person.form.name, person.form.email, "x".repeat(129)]) {
    const { status, body } = await reset(token, { password, password_again: password });
    expect([status, Object.keys(body.error?.fields ?? {})], password).toEqual([400, ["password"]]);
  }
  const both = await reset(token, { password: "password1", password_again: "password2" });
  expect(Object.keys(both.body.error?.fields ?? {}).sort()).toEqual(["password", "password_again"]);
  expect((await reset(token)).status).toBe(200);
});

test("D3.4 a new password logs in here and nowhere else, revokes open links, and sends a mail", async ({
  visitor,
  person,
  sent,
  tokenFor,
  reset,
}) => {
  const login = await tokenFor("login");
  const token = await tokenFor();
  const here = visitor();
  expect((await reset(token, {}, here)).status).toBe(200);
  expect((await here.call(getUser)).body.user?.id).toBe(person.id);
  expect((await person.client.call(getUser)).body.user).toBeNull();
  expect((await visitor().call(getLink, { query: { token: login } })).status).toBe(410);
  const subjects = (await sent()).map((mail) => mail.subject);
  expect(subjects).toContain("Your Rendezvous password was changed");
  const { login: name, password } = { login: person.form.name, password: person.form.password };
  expect((await visitor().call(logIn, { body: { login: name, password } })).status).toBe(401);
  expect((await visitor().call(logIn, { body: { login: name, password: newPassword } })).status).toBe(200);
});

test("D3.6 a reset link works once, for one hour, even if its button is pressed several times at once", async ({
  services,
  tokenFor,
  reset,
}) => {
  const token = await tokenFor();
  const answers = await Promise.all([reset(token), reset(token), reset(token)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
  expect((await reset(token)).body.error?.message).toBe("Link expired or invalid, request a new email");
  const late = await tokenFor();
  services.clock.advance(hourMs);
  expect((await reset(late)).status).toBe(410);
});

test("R8.05 the fourth mail of a day, of either kind, is refused in the specification's words", async ({
  person,
  ask,
  sent,
}) => {
  for (const way of ["reset", "login", "reset"] as const) expect((await ask(person.form.email, way)).status).toBe(200);
  for (const way of ["reset", "login"] as const) {
    const { status, headers, body } = await ask(person.form.email, way);
    expect([status, body.error?.message]).toEqual([
      429,
      "Too many password reset emails sent, please try again tomorrow.",
    ]);
    expect(Number(headers["retry-after"])).toBeGreaterThan(86_000);
  }
  expect(await sent()).toHaveLength(3);
});

test("D3.6 a login link logs in once, and the password stays", async ({ visitor, person, tokenFor }) => {
  const token = await tokenFor("login");
  const here = visitor();
  expect((await here.call(redeemLink, { body: { token } })).body).toEqual({ kind: "login" });
  expect((await here.call(getUser)).body.user?.id).toBe(person.id);
  expect((await person.client.call(getUser)).body.user?.id).toBe(person.id);
});

test("R5.06 after three unknown addresses within an hour the answer is neutral", async ({ person, ask, sent }) => {
  for (let count = 1; count <= 3; count += 1) expect((await ask(`nobody${count}@example.org`)).status).toBe(400);
  const unknown = await ask("nobody4@example.org");
  const answer = await ask(person.form.email);
  expect([unknown.status, unknown.body]).toEqual([200, { neutral: true }]);
  expect([answer.status, answer.body]).toEqual([200, { neutral: true }]);
  expect((await sent()).map((mail) => mail.to)).toEqual([person.form.email]);
  // the daily limit does not reveal it either
  const more = [];
  for (let count = 1; count <= 3; count += 1) more.push((await ask(person.form.email)).body);
  expect(more).toEqual(Array(3).fill({ neutral: true }));
  expect(await sent()).toHaveLength(3);
});

test("R5.06 while the answer is neutral, a known and an unknown address cause the same work", async ({
  services,
  person,
  ask,
  sent,
}) => {
  for (let count = 1; count <= 3; count += 1) await ask(`nobody${count}@example.org`);
  await sent();
  const waiting = async () => {
    const { rows } = await services.pool.query(
      "select count(*)::int as n from pgboss.job where name = 'send-recovery' and state = 'created'",
    );
    return rows[0].n as number;
  };
  await ask("nobody@example.org");
  expect(await waiting()).toBe(1);
  await ask(person.form.email);
  expect(await waiting()).toBe(2);
});

test("D3.4 D3.6 a mail that is written while the address changes goes to the new address", async ({
  person,
  sent,
  services,
  siteIds,
}) => {
  const { db } = services;
  const data = { id: randomUUID(), siteId: siteIds[0], accountId: person.id, way: "reset", language: "en" } as const;
  const email = `owner.${person.form.email}`;
  const { sending } = await db.transaction().execute(async (trx) => {
    await trx.updateTable("accounts").set({ email }).where("id", "=", person.id).execute();
    const running = sendRecovery.run(services, { ...data, origin: "http://localhost" });
    await untilWaiting(db);
    return { sending: running };
  });
  await sending;
  expect((await sent()).map(({ to }) => to)).toEqual([email]);
});

test("D3.9 a deleted account gets no mail and is not found", async ({ services, person, ask }) => {
  const { db, clock } = services;
  const gone = { status: "deleted", deleted_at: clock.now() };
  await db.updateTable("accounts").set(gone).where("id", "=", person.id).execute();
  expect((await ask(person.form.email)).status).toBe(400);
});

import { deleteAccount, getLink, getUser, requestReactivation, signUp } from "#contract/account.ts";
import { logIn } from "#contract/auth.ts";
import { sendMessage } from "#contract/chat.ts";
import { dayMs } from "#contract/durations.ts";
import { getMember } from "#contract/members.ts";
import { untilWaiting } from "#server/db/test-waiting.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { createLink, endSessions } from "#server/features/auth/index.ts";
import { test as base, expect } from "#server/test.ts";
import { deleteOwnAccount, newestMail, newestToken, restoreByLink } from "./test-leaving.ts";
import { activationToken, signupForm } from "./test-signup.ts";

let count = 0;

const test = base
  .extend("person", { scope: "file" }, ({ signedUp }) => async (name: string) => {
    count += 1;
    return await signedUp({ name: `${name} ${count}`, email: `leaving${count}@example.org` });
  })
  .extend(
    "account",
    { scope: "file" },
    ({ services }) =>
      async (id: string) =>
        await services.db.selectFrom("accounts").selectAll().where("id", "=", id).executeTakeFirst(),
  )
  .extend(
    "logInAs",
    { scope: "file" },
    ({ visitor }) =>
      async (login: string, password = signupForm().password, language?: "de") =>
        await visitor().call(logIn, { body: { login, password } }, language ? { language } : {}),
  );

test("R2.25 D3.9 deleting an account logs it out everywhere, and sends the mail that restores it", async ({
  account,
  person,
  visitor,
  given,
}) => {
  const { client, id, form } = await person("Leaving Lea");
  const elsewhere = visitor();
  await elsewhere.call(logIn, { body: { login: form.email, password: form.password } });
  const answer = await deleteOwnAccount(client, { reason: "break", comment: "  A long journey 🏔  " });
  expect(answer.body).toEqual({ until: "2026-12-04T18:00:00.000Z", refunds: [] });
  expect(answer.headers["clear-site-data"]).toBeDefined();
  // nor does their last search stay on the device
  expect(String(answer.headers["set-cookie"])).toMatch(/last-search=;.*Expires=Thu, 01 Jan 1970/);
  for (const browser of [client, elsewhere]) expect((await browser.call(getUser)).body.user).toBeNull();
  expect(await account(id)).toMatchObject({
    status: "deleted",
    delete_reason: "break",
    delete_comment: "A long journey 🏔",
  });
  const mail = await newestMail(given, form.email);
  expect(mail.subject).toBe("Your Rendezvous account has been deleted");
  expect(mail.text).toContain("until 4 December 2026 at 18:00 UTC");
});

test("R2.25 D3.9 the deadline of a deleted account is in the member's time zone, in the mail and after a login", async ({
  person,
  visitor,
  given,
}) => {
  const { client, form } = await person("Zone Zoe");
  client.cookies.set("tz", "Europe/Berlin");
  await deleteOwnAccount(client);
  expect((await newestMail(given, form.email)).text).toContain("until 4 December 2026 at 19:00 CET");
  const elsewhere = visitor();
  elsewhere.cookies.set("tz", "Europe/Berlin");
  const { body } = await elsewhere.call(logIn, { body: { login: form.email, password: form.password } });
  expect(body.error?.message).toContain("Until 4 December 2026 at 19:00 CET");
});

test("R5.07 deleting an account needs the password; five wrong ones block it", async ({ account, person }) => {
  const { client, id } = await person("Wrong Wanda");
  for (const body of [{ password: "not mine" }, { password: "" }]) {
    const answer = await client.call(deleteAccount, { body });
    expect(answer.status).toBe(400);
    expect(answer.body.error?.fields).toEqual({
      password: body.password === "" ? "Please fill this in." : "This isn’t your password.",
    });
  }
  for (let tries = 0; tries < 3; tries += 1) await deleteOwnAccount(client, { password: "not mine" });
  expect((await deleteOwnAccount(client, { password: "not mine" })).body.error?.code).toBe("login_blocked");
  expect((await deleteOwnAccount(client)).body.error?.code).toBe("login_blocked");
  expect((await account(id))?.status).toBe("active");
});

test("R2.25 an unknown reason and a comment of 501 characters or with NUL are refused at their fields", async ({
  account,
  person,
}) => {
  const { client, id } = await person("Remark Rita");
  const fields = async (input: object) =>
    (await client.call(deleteAccount, { body: { password: signupForm().password, ...input } as never })).body.error
      ?.fields;
  expect(await fields({ reason: "because" })).toEqual({ reason: "Please choose one of the options." });
  expect(await fields({ comment: "é".repeat(501) })).toEqual({ comment: "This is too long." });
  expect(await fields({ comment: "a\u0000b" })).toHaveProperty("comment");
  expect((await account(id))?.status).toBe("active");
  expect((await deleteOwnAccount(client, { comment: "👩‍👩‍👧‍👦".repeat(500) })).status).toBe(200);
});

test("D3.9 two tabs at once delete once: one mail is sent, and the other tab is asked to log in", async ({
  person,
  services,
}) => {
  const { client, form } = await person("Twice Theo");
  const answers = await Promise.all([deleteOwnAccount(client), deleteOwnAccount(client)]);
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 403]);
  await services.jobs.drain(services);
  const mails = services.mail.sent.filter((mail) => mail.to === form.email && mail.subject.includes("deleted"));
  expect(mails).toHaveLength(1);
});

test("D11.4 an account that is suspended while its member deletes it is not deleted", async ({
  account,
  person,
  services,
}) => {
  const { db, clock } = services;
  const { client, id } = await person("Suspended Sam");
  const { deleting } = await db.transaction().execute(async (trx) => {
    const suspended = { status: "suspended", suspended_until: new Date(clock.now().getTime() + dayMs) };
    await trx.updateTable("accounts").set(suspended).where("id", "=", id).execute();
    await endSessions({ db: trx }, id);
    const deleting = deleteOwnAccount(client);
    await untilWaiting(db);
    return { deleting };
  });
  expect((await deleting).body.authentication_required).toBe(true);
  expect((await account(id))?.status).toBe("suspended");
});

test("R4.03 the link restores everything and logs in, once, and a mail is sent", async ({
  account,
  person,
  services,
  visitor,
  given,
}) => {
  const [anna, eva] = [await person("Back Bea"), await person("Waiting Wim")];
  const { conversation } = (await anna.client.call(sendMessage, { body: { member: eva.id, text: "See you" } })).body;
  await deleteOwnAccount(anna.client, { reason: "something_else", comment: "Bye" });
  const token = await newestToken(given, anna.form.email);
  const link = (await visitor().call(getLink, { query: { token } })).body;
  expect(link).toMatchObject({ kind: "reactivation", restores: { credits: 4, refunds: [] } });
  const { client, answer } = await restoreByLink(given, anna.form.email, token);
  expect(answer.body).toEqual({ kind: "reactivation", name: anna.form.name, refunds: [] });
  expect((await client.call(getUser)).body.user).toMatchObject({ id: anna.id, status: "active", credits: 4 });
  expect(await account(anna.id)).toMatchObject({ deleted_at: null, delete_reason: null, delete_comment: null });
  expect((await eva.client.call(getMember, { query: { id: anna.id } })).status).toBe(200);
  const answered = await eva.client.call(sendMessage, { body: { member: anna.id, text: "And you!" } });
  expect(answered.body.conversation).toEqual(conversation);
  await services.jobs.drain(services);
  const subjects = services.mail.sent.flatMap((mail) => (mail.to === anna.form.email ? [mail.subject] : []));
  expect(subjects).toContain("Your Rendezvous account is back");
  expect((await restoreByLink(given, anna.form.email, token)).answer.body.error?.code).toBe("link_invalid");
});

test("R4.03 an unconfirmed account is restored as unconfirmed, and still not visible to others", async ({
  person,
  visitor,
  given,
}) => {
  const client = visitor();
  const form = signupForm({ name: "Early Emil", email: "early@example.org" });
  const { user } = (await client.call(signUp, { body: form })).body;
  const activation = await activationToken(given, form.email);
  await deleteOwnAccount(client);
  expect((await restoreByLink(given, form.email, activation)).answer.body.error?.code).toBe("link_invalid");
  const back = await restoreByLink(given, form.email);
  expect((await back.client.call(getUser)).body.user).toMatchObject({ status: "not_confirmed" });
  const { client: other } = await person("Looking Lou");
  expect((await other.call(getMember, { query: { id: user.id } })).status).toBe(404);
});

test("D3.9 the deletion revokes every open link that does not restore the account", async ({
  account,
  person,
  services,
  given,
}) => {
  const { client, id, form } = await person("Links Lina");
  const { db, random, clock } = services;
  const tokens = [];
  for (const kind of ["login", "reset", "activation", "mail_change"] as const) {
    tokens.push(
      await inTransaction(db, (trx) =>
        createLink(trx, random, { kind, accountId: id, now: clock.now(), email: "new@example.org" }),
      ),
    );
  }
  await deleteOwnAccount(client);
  for (const token of tokens) {
    expect((await restoreByLink(given, form.email, token)).answer.body.error?.code).toBe("link_invalid");
  }
  expect((await account(id))?.status).toBe("deleted");
});

test("D3.9 a login to a deleted account shows until when it can be restored; a wrong one fails", async ({
  logInAs,
  person,
}) => {
  const { client, form } = await person("Login Lars");
  await deleteOwnAccount(client);
  for (const login of [form.email, form.name]) {
    const answer = await logInAs(login);
    expect([answer.status, answer.body.error?.code]).toEqual([403, "account_deleted"]);
    expect(answer.body.error?.message).toContain("Until 4 December 2026 at 18:00 UTC");
    expect(answer.headers["set-cookie"]).toBeUndefined();
  }
  expect((await logInAs(form.email, "wrong")).body.error?.code).toBe("login_failed");
});

test("D3.9 the link can be requested again by anyone: the one before works too, none beyond the 14 days", async ({
  person,
  services,
  visitor,
  given,
}) => {
  const { client, form } = await person("Again Ada");
  const before = services.clock.now();
  await deleteOwnAccount(client);
  const first = await newestToken(given, form.email);
  services.clock.advance(10 * dayMs);
  const ask = () => visitor().call(requestReactivation, { body: { email: form.email.toUpperCase() } });
  expect((await ask()).body).toEqual({ ok: true });
  const second = await newestToken(given, form.email);
  expect(second).not.toBe(first);
  const kindOf = async (token: string) => (await visitor().call(getLink, { query: { token } })).body.kind;
  expect([await kindOf(first), await kindOf(second)]).toEqual(["reactivation", "reactivation"]);
  await ask();
  const third = await newestToken(given, form.email);
  expect([await kindOf(first), await kindOf(second)]).toEqual([undefined, "reactivation"]);
  services.clock.advance(4 * dayMs);
  for (const token of [second, third]) {
    expect((await restoreByLink(given, form.email, token)).answer.body.error?.code).toBe("link_invalid");
  }
  const mails = services.mail.sent.length;
  expect((await ask()).body).toEqual({ ok: true });
  await services.jobs.drain(services);
  expect(services.mail.sent).toHaveLength(mails);
  services.clock.set(before);
});

test("D3.9 the link is sent again three times a day; later requests get the same answer, no mail", async ({
  person,
  services,
  visitor,
}) => {
  const { client, form } = await person("Often Ottilie");
  await deleteOwnAccount(client);
  const mails = async () => {
    await services.jobs.drain(services);
    return services.mail.sent.filter((mail) => mail.to === form.email && mail.subject.includes("deleted")).length;
  };
  expect(await mails()).toBe(1);
  for (let times = 0; times < 5; times += 1) {
    const answer = await visitor().call(requestReactivation, { body: { email: form.email } });
    expect(answer.body).toEqual({ ok: true });
  }
  expect(await mails()).toBe(4);
});

test("D3.9 a request for the link for an unknown or active account sends nothing, same answer", async ({
  person,
  services,
  visitor,
}) => {
  const { form } = await person("Present Pia");
  await services.jobs.drain(services);
  const mails = services.mail.sent.length;
  for (const email of [form.email, "nobody@example.org", "no address"]) {
    const answer = await visitor().call(requestReactivation, { body: { email } });
    expect([answer.status, answer.body]).toEqual([200, { ok: true }]);
  }
  const elsewhere = visitor("127.0.0.1");
  const { client: gone, form: goneForm } = await person("Elsewhere Else");
  await deleteOwnAccount(gone);
  await services.jobs.drain(services);
  const sent = services.mail.sent.length;
  expect(sent).toBeGreaterThan(mails);
  await elsewhere.call(requestReactivation, { body: { email: goneForm.email } });
  await services.jobs.drain(services);
  expect(services.mail.sent).toHaveLength(sent);
});

test("R4.03 an account can be restored after 13 days, 23:59 hours, but not after 14 days", async ({
  logInAs,
  person,
  services,
  given,
}) => {
  const before = services.clock.now();
  const [late, tooLate] = [await person("Late Lotta"), await person("Too Late Tom")];
  await deleteOwnAccount(late.client);
  await deleteOwnAccount(tooLate.client);
  const tokens = [await newestToken(given, late.form.email), await newestToken(given, tooLate.form.email)] as const;
  services.clock.advance(14 * dayMs - 60_000);
  expect((await logInAs(tooLate.form.email)).body.error?.code).toBe("account_deleted");
  expect((await restoreByLink(given, late.form.email, tokens[0])).answer.status).toBe(200);
  services.clock.advance(60_000);
  expect((await restoreByLink(given, tooLate.form.email, tokens[1])).answer.body.error?.code).toBe("link_invalid");
  expect((await logInAs(tooLate.form.email)).body.error?.code).toBe("login_failed");
  services.clock.set(before);
});

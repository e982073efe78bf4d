import { changeMail, getUser, redeemLink, requestMailChange, resendActivation, signUp } from "#contract/account.ts";
import { dayMs } from "#contract/durations.ts";
import { test as base, expect } from "#server/test.ts";
import { isBanned } from "./banned-mailboxes.ts";
import { insertBan } from "./deletion-store.ts";
import { activationToken, signupForm } from "./test-signup.ts";

let count = 0;
const test = base.extend("newAccount", { scope: "file" }, ({ visitor }) => async (email: string, host?: string) => {
  count += 1;
  const client = visitor(host);
  const form = signupForm({ name: `Mailbox ${count}`, email });
  const { status, body } = await client.call(signUp, { body: form });
  return { client, form, status, id: body.user?.id };
});

test("a stranger's mailbox gets three activation mails a day from a site, whatever accounts ask; each account is made", async ({
  newAccount,
  mails,
}) => {
  const answers = [];
  for (const tag of ["", "+a", "+b", "+c", "+d"]) answers.push(await newAccount(`stranger${tag}@example.org`));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await mails()).toHaveLength(3);
  expect((await newAccount("stranger+e@example.org", "127.0.0.1")).status).toBe(200);
  expect(await mails()).toHaveLength(4);
});

test("R4.01 the answer to a fourth request for the mail is the same, and the last mail's link stays valid", async ({
  newAccount,
  given,
  mails,
}) => {
  const { client, form } = await newAccount("patient@example.org");
  let token = await activationToken(given, form.email);
  for (let times = 2; times <= 3; times += 1) {
    await client.call(resendActivation);
    token = await activationToken(given, form.email);
  }
  expect((await client.call(resendActivation)).body).toEqual({ email: form.email });
  expect(await mails(form.email)).toHaveLength(3);
  expect((await client.call(redeemLink, { body: { token } })).status).toBe(200);
});

test("R5.05 a stranger's mailbox gets three mails a day about changes of address, and the fourth request is refused", async ({
  signedUp,
}) => {
  const answers = [];
  for (let times = 1; times <= 4; times += 1) {
    const { client, form } = await signedUp({ name: `Changer ${times}`, email: `changer${times}@example.org` });
    const body = { email: "victim@example.org", password: form.password };
    answers.push((await client.call(requestMailChange, { body })).status);
  }
  expect(answers).toEqual([200, 200, 200, 429]);
});

test("D6.2 one mailbox gets the welcome credits once, whatever addresses it has, also at once", async ({
  newAccount,
  given,
}) => {
  const addresses = ["nina.way@gmail.com", "ninaway+x@googlemail.com", "N.I.N.A.way@gmail.com"];
  const accounts = [];
  for (const address of addresses) {
    const account = await newAccount(address);
    accounts.push({ ...account, token: await activationToken(given, account.form.email) });
  }
  await Promise.all(accounts.map(({ client, token }) => client.call(redeemLink, { body: { token } })));
  const users = await Promise.all(accounts.map(async ({ client }) => (await client.call(getUser)).body.user));
  expect(users.map((user) => user?.status)).toEqual(["active", "active", "active"]);
  expect(users.map((user) => user?.credits).toSorted()).toEqual([0, 0, 5]);
});

test("D6.2 a mailbox gets no second welcome credits once its account has moved to another address", async ({
  newAccount,
  given,
  services,
}) => {
  const confirm = async (email: string) => {
    const account = await newAccount(email);
    await account.client.call(redeemLink, { body: { token: await activationToken(given, email) } });
    const { user } = (await account.client.call(getUser)).body;
    return { ...account, credits: user?.credits };
  };
  const { client, form, credits } = await confirm("spare@example.org");
  expect(credits).toBe(5);
  await client.call(requestMailChange, { body: { email: "main+1@example.net", password: form.password } });
  await services.jobs.drain(services);
  const mail = services.mail.sent.findLast(({ to }) => to === "main+1@example.net");
  const token = /token=([A-Za-z0-9_-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
  expect((await client.call(changeMail, { body: { token } })).status).toBe(200);
  expect((await confirm("spare+again@example.org")).credits).toBe(0);
  expect((await confirm("another@example.org")).credits).toBe(5);
});

test("D10.1 a ban holds for all addresses of the mailbox, and for no other mailbox", async ({ services, siteIds }) => {
  const { db, clock } = services;
  await insertBan(db, {
    siteId: siteIds[0],
    email: "Banned.One+shop@example.org",
    complaintId: null,
    now: clock.now(),
  });
  const banned = (email: string) => isBanned({ db, services }, siteIds[0], email);
  expect(await banned("banned.one@example.org")).toBe(true);
  expect(await banned("BANNED.one+other@example.org")).toBe(true);
  expect(await banned("bannedone@example.org")).toBe(false);
  expect(await banned("banned.one@example.net")).toBe(false);
  expect(await isBanned({ db, services }, siteIds[1], "banned.one@example.org")).toBe(false);
  services.clock.advance(dayMs);
});

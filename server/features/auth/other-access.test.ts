import { getUser, redeemLink, signUp } from "#contract/account.ts";
import { changePassword, getDevices, logIn, requestRecovery, resetPassword } from "#contract/auth.ts";
import { addPasskey, getPasskeys, offerPasskey } from "#contract/passkeys.ts";
import { activationToken, signupForm } from "#server/features/account/test-signup.ts";
import type { TestClient } from "#server/http/test-client.ts";
import { TestAuthenticator } from "./test-authenticator.ts";
import { add, test as base, expect, offerTo } from "./test-passkeys.ts";

const newPassword = "a quite new pass phrase";
const userOf = async (client: TestClient) => (await client.call(getUser)).body.user;

const test = base
  /** Resets the password by a mailed link, in a browser. */
  .extend("reset", { scope: "file" }, ({ visitor, services }) => async (email: string, client = visitor()) => {
    await client.call(requestRecovery, { body: { email } });
    await services.jobs.drain(services);
    const mail = services.mail.sent.findLast((sent) => sent.to === email && /Choose a new/.test(sent.subject));
    const token = /token=([A-Za-z0-9_-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
    const body = { token, password: newPassword, password_again: newPassword };
    expect((await client.call(resetPassword, { body })).status).toBe(200);
    return client;
  })
  /** Signs up and does not confirm. */
  .extend("unconfirmed", { scope: "file" }, ({ visitor }) => {
    let count = 0;
    return async (client = visitor()) => {
      count += 1;
      const form = signupForm({ name: `Open ${count}`, email: `open${count}@example.org` });
      expect((await client.call(signUp, { body: form })).status).toBe(200);
      return { client, form };
    };
  });

test("D3.4 a reset by a mailed link ends a thief's passkey, and the mail says so", async ({
  signedUp,
  reset,
  logIn: logInByPasskey,
  mails,
}) => {
  const { client: thief, form } = await signedUp();
  const { device } = await add(thief);
  const owner = await reset(form.email);
  expect((await logInByPasskey(device)).code).toBe("passkey_unknown");
  expect((await owner.call(getPasskeys)).body.passkeys).toEqual([]);
  const changed = (await mails(form.email)).findLast((mail) => /password was changed/.test(mail.subject));
  expect(changed?.text).toContain("Your passkeys were removed too");
});

test("D3.4 a login that is under way when a reset ends every access opens no session", async ({
  services,
  signedUp,
  visitor,
  reset,
  logIn: logInByPasskey,
}) => {
  const { limits } = services;
  const revokeAttempt = limits.revokeAttempt.bind(limits);
  /** Resets the password once the next login has been checked, and before it has a session. */
  const resetMeanwhile = (email: string) => {
    limits.revokeAttempt = async (kind, who) => {
      limits.revokeAttempt = revokeAttempt;
      await reset(email);
      await revokeAttempt(kind, who);
    };
  };
  const { client, form } = await signedUp();
  const { device } = await add(client);
  const thief = visitor();

  resetMeanwhile(form.email);
  const byPassword = await thief.call(logIn, { body: { login: form.name, password: form.password } });
  expect([byPassword.status, byPassword.body.error?.code]).toEqual([401, "login_failed"]);
  expect(await userOf(thief)).toBeNull();

  const other = await signedUp();
  const stolen = await add(other.client);
  resetMeanwhile(other.form.email);
  const byPasskey = await logInByPasskey(stolen.device, {}, thief);
  expect([byPasskey.answer.status, byPasskey.code]).toEqual([401, "passkey_login_failed"]);
  expect(await userOf(thief)).toBeNull();
  expect((await logInByPasskey(device, {}, thief)).code).toBe("passkey_unknown");
});

test("D3.4 the mail about a reset is silent about passkeys if there were none", async ({ signedUp, reset, mails }) => {
  const { form } = await signedUp();
  await reset(form.email);
  const changed = (await mails(form.email)).findLast((mail) => /password was changed/.test(mail.subject));
  expect(changed?.text).not.toContain("passkeys");
});

test("D3.5 after a reset a browser that had logged in before is new, and its login is mailed", async ({
  signedUp,
  reset,
  mails,
}) => {
  const { client: thief, form } = await signedUp();
  await reset(form.email);
  const before = (await mails(form.email)).length;
  expect((await thief.call(logIn, { body: { login: form.name, password: newPassword } })).status).toBe(200);
  const since = (await mails(form.email)).slice(before);
  expect(since.map((mail) => mail.subject)).toEqual(["New login to your Rendezvous account"]);
});

test("D3.5 a browser that resets the password itself stays known", async ({ signedUp, reset, mails }) => {
  const { client, form } = await signedUp();
  await reset(form.email, client);
  expect((await client.call(getDevices)).body.devices).toHaveLength(1);
  const subjects = (await mails(form.email)).map((mail) => mail.subject);
  expect(subjects).not.toContain("New login to your Rendezvous account");
});

test("D3.4 an offer of a passkey from before a reset can't be answered after it", async ({ signedUp, reset }) => {
  const { client: thief, form } = await signedUp();
  const response = new TestAuthenticator().create(await offerTo(thief));
  await reset(form.email, thief);
  const { body } = await thief.call(addPasskey, { body: { name: "Late", response } });
  expect(body.error?.code).toBe("passkey_refused");
});

test("D3.4 a reset logs out the browser in which a stranger signed up with the address", async ({
  unconfirmed,
  reset,
}) => {
  const { client: stranger, form } = await unconfirmed();
  const owner = await reset(form.email);
  expect(await userOf(stranger)).toBeNull();
  expect((await userOf(owner))?.email).toBe(form.email);
});

test("an account has no passkeys until its address is confirmed", async ({ given, unconfirmed, signedUp }) => {
  const { client, form } = await unconfirmed();
  const offered = await client.call(offerPasskey, { body: {} });
  expect([offered.status, offered.body.error?.code]).toEqual([403, "passkey_unconfirmed"]);
  const response = new TestAuthenticator().create(await offerTo((await signedUp()).client));
  const added = await client.call(addPasskey, { body: { name: "Early", response } });
  expect([added.status, added.body.error?.code]).toEqual([403, "passkey_unconfirmed"]);
  await client.call(redeemLink, { body: { token: await activationToken(given, form.email) } });
  expect((await add(client)).answer.status).toBe(200);
});

test("R4.01 confirming an address logs out every other device, and this one stays logged in", async ({
  given,
  visitor,
  unconfirmed,
}) => {
  const { client, form } = await unconfirmed();
  const elsewhere = visitor();
  await elsewhere.call(logIn, { body: { login: form.name, password: form.password } });
  await client.call(redeemLink, { body: { token: await activationToken(given, form.email) } });
  expect((await userOf(client))?.status).toBe("active");
  expect(await userOf(elsewhere)).toBeNull();
  expect((await client.call(getDevices)).body.devices).toHaveLength(1);
});

test("R4.01 the owner of an address who confirms a stranger's account logs the stranger out, whose login is mailed", async ({
  given,
  visitor,
  unconfirmed,
  mails,
}) => {
  const { client: stranger, form } = await unconfirmed();
  await visitor().call(redeemLink, { body: { token: await activationToken(given, form.email) } });
  expect(await userOf(stranger)).toBeNull();
  const owner = visitor();
  await owner.call(logIn, { body: { login: form.name, password: form.password } });
  const before = (await mails(form.email)).length;
  await stranger.call(logIn, { body: { login: form.name, password: form.password } });
  const subjects = (await mails(form.email)).slice(before).map((mail) => mail.subject);
  expect(subjects).toEqual(["New login to your Rendezvous account"]);
});

test("D3.4 of five simultaneous changes with one old password exactly one succeeds", async ({ signedUp, visitor }) => {
  const { client, form } = await signedUp();
  const passwords = [1, 2, 3, 4, 5].map((number) => `${newPassword} ${number}`);
  const answers = await Promise.all(
    passwords.map((password) => client.call(changePassword, { body: { old_password: form.password, password } })),
  );
  const succeeded = passwords.filter((_, index) => answers[index]?.status === 200);
  expect(succeeded).toHaveLength(1);
  for (const password of passwords) {
    const { status } = await visitor().call(logIn, { body: { login: form.name, password } });
    expect(status, password).toBe(succeeded.includes(password) ? 200 : 401);
  }
});

import { getUser, signUp } from "#contract/account.ts";
import { changePassword, logOut, requestRecovery, resetPassword } from "#contract/auth.ts";
import { dayMs } from "#contract/durations.ts";
import { signupForm } from "#server/features/account/test-signup.ts";
import type { TestClient } from "#server/http/test-client.ts";
import { test as base, expect } from "./test-logins.ts";

const userOf = async (client: TestClient) => (await client.call(getUser)).body.user;

let count = 0;
const test = base
  /** Signs up; `again` repeats the same request from another browser. */
  .extend("signUpTwice", { scope: "file" }, ({ visitor }) => async () => {
    count += 1;
    const [client, key] = [visitor(), crypto.randomUUID()];
    const form = signupForm({ name: `Twice ${count}`, email: `twice${count}@example.org` });
    const send = async (from: TestClient) => {
      expect((await from.call(signUp, { body: form }, { key })).status).toBe(200);
      return await userOf(from);
    };
    expect((await send(client))?.email).toBe(form.email);
    return { client, form, again: () => send(visitor()) };
  })
  /** The tokens of the links that were mailed to an address, the oldest first. */
  .extend("linksTo", { scope: "file" }, ({ services }) => async (email: string) => {
    await services.jobs.drain(services);
    const texts = services.mail.sent.filter((mail) => mail.to === email).map(({ text }) => text);
    return texts.flatMap((text) => /reset-password\/do\?token=([\w-]{43})/.exec(text)?.[1] ?? []);
  });

test("R7.03 the stored answer of a signup logs in again for ten minutes, and not later", async ({
  signUpTwice,
  services,
}) => {
  const { form, again } = await signUpTwice();
  services.clock.advance(599_999);
  expect((await again())?.email).toBe(form.email);
  services.clock.advance(1);
  expect(await again()).toBeNull();
});

test("D3.4 the stored answer of a signup does not log in again after a logout, nor after a new password", async ({
  signUpTwice,
}) => {
  const one = await signUpTwice();
  await one.client.call(logOut);
  expect(await one.again()).toBeNull();
  const two = await signUpTwice();
  const body = { old_password: two.form.password, password: "a quite new pass phrase" };
  expect((await two.client.call(changePassword, { body })).status).toBe(200);
  expect(await two.again()).toBeNull();
  expect((await userOf(two.client))?.email).toBe(two.form.email);
});

test("D3.4 a session that is used every day ends after 180 days", async ({ signedUp, services }) => {
  const { client, form } = await signedUp();
  for (let day = 10; day < 180; day += 10) {
    services.clock.advance(10 * dayMs);
    expect((await userOf(client))?.email, String(day)).toBe(form.email);
  }
  services.clock.advance(10 * dayMs - 10_000);
  expect((await userOf(client))?.email).toBe(form.email);
  services.clock.advance(10_000);
  expect(await userOf(client)).toBeNull();
});

test("D3.6 a stranger's request leaves the link alone that the owner is about to open", async ({
  signedUp,
  visitor,
  linksTo,
}) => {
  const { client, form } = await signedUp();
  await client.call(requestRecovery, { body: { email: form.email } });
  await linksTo(form.email);
  await visitor().call(requestRecovery, { body: { email: form.email } });
  const [owners, strangers] = await linksTo(form.email);
  expect(strangers).toBeDefined();
  const password = "a quite new pass phrase";
  const body = { token: owners ?? "", password, password_again: password };
  expect((await client.call(resetPassword, { body })).status).toBe(200);
  const other = { ...body, token: strangers ?? "" };
  expect((await visitor().call(resetPassword, { body: other })).status).toBe(410);
});

test("R8.05 strangers who use up the reset mails of a day leave those of a browser that has logged in before", async ({
  signedUp,
  visitor,
}) => {
  const { client, form } = await signedUp();
  const ask = async (from: TestClient) => (await from.call(requestRecovery, { body: { email: form.email } })).status;
  for (let mail = 1; mail <= 3; mail += 1) expect(await ask(visitor())).toBe(200);
  expect(await ask(visitor())).toBe(429);
  for (let mail = 1; mail <= 3; mail += 1) expect(await ask(client)).toBe(200);
  expect(await ask(client)).toBe(429);
});

import { changePassword, endOtherDevices, logIn, requestRecovery } from "#contract/auth.ts";
import { removePasskey } from "#contract/passkeys.ts";
import { logInStaff } from "#contract/staff.ts";
import { staffLogin, staffMember } from "#server/features/office/staff/test-staff.ts";
import { add, test as base, expect } from "./test-passkeys.ts";

/** Runs what a member or a stranger does; how often each pair of kind and outcome was recorded meanwhile. */
const test = base.extend("recorded", { scope: "file" }, ({ services }) => async (run: () => Promise<unknown>) => {
  const countsNow = () =>
    new Map(services.securityEvents.counts().map(({ kind, outcome, count }) => [`${kind} ${outcome}`, count]));
  const before = countsNow();
  await run();
  return Object.fromEntries(
    [...countsNow()].flatMap(([name, count]) => {
      const more = count - (before.get(name) ?? 0);
      return more > 0 ? [[name, more]] : [];
    }),
  );
});

test("logins, failed ones and lockouts of members are recorded", async ({ recorded, signedUp, visitor }) => {
  const { form } = await signedUp();
  const attempt = (password: string) => visitor().call(logIn, { body: { login: form.name, password } });
  expect(await recorded(() => attempt(form.password))).toEqual({ "login ok": 1 });
  const guesses = async () => {
    for (let count = 1; count <= 6; count += 1) await attempt("guessed");
  };
  expect(await recorded(guesses)).toEqual({ "login failed": 4, "lockout blocked": 2 });
});

test("changes of what logs in are recorded", async ({ recorded, services, signedUp, logIn: logInByPasskey }) => {
  const { client, form } = await signedUp();
  expect(await recorded(() => add(client))).toEqual({ "passkey_added ok": 1 });
  services.clock.advance(1000);
  const { device, answer } = await add(client);
  expect(await recorded(() => logInByPasskey(device))).toEqual({ "passkey_login ok": 1 });
  const id = answer.body.passkeys.at(-1)?.id ?? "";
  expect(await recorded(() => client.call(removePasskey, { body: { id } }))).toEqual({ "passkey_removed ok": 1 });
  const removed = await recorded(() => logInByPasskey(device));
  expect(removed).toEqual({ "passkey_login failed": 1 });
  const asked = await recorded(() => client.call(requestRecovery, { body: { email: form.email } }));
  expect(asked).toEqual({ "reset_request ok": 1 });
  expect(await recorded(() => client.call(endOtherDevices))).toEqual({ "sessions_ended ok": 1 });
  const change = (old_password: string) =>
    client.call(changePassword, { body: { old_password, password: "a quite new pass phrase" } });
  expect(await recorded(() => change("guessed"))).toEqual({ "password_change failed": 1 });
  expect(await recorded(() => change(form.password))).toEqual({ "password_change ok": 1 });
});

test("logins, failed ones and lockouts of staff are recorded", async ({ recorded, given, visitor }) => {
  const who = await staffMember(given);
  expect(await recorded(() => staffLogin(given, who))).toEqual({ "staff_login ok": 1 });
  const body = { email: who.email, password: "guessed", code: "000000" };
  const guesses = async () => {
    for (let count = 1; count <= 6; count += 1) await visitor().call(logInStaff, { body });
  };
  expect(await recorded(guesses)).toEqual({ "staff_login failed": 4, "staff_lockout blocked": 2 });
});

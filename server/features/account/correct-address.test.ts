import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { getUser, redeemLink, resendActivation, signUp } from "#contract/account.ts";
import { testApp } from "#server/db/test-database.ts";
import { createLink } from "#server/features/auth/index.ts";
import { createLimits } from "#server/http/rate-limits.ts";
import { TestClient } from "#server/http/test-client.ts";
import { activationToken, signedUp, signupForm } from "./test-signup.ts";

let given: Awaited<ReturnType<typeof testApp>>;
beforeAll(async () => {
  given = await testApp();
});
afterAll(() => given.close());

let count = 0;
/** A new member who mistyped their address at the signup. */
async function mistyped() {
  count += 1;
  const client = new TestClient(given.app);
  const form = signupForm({ name: `Mistyped ${count}`, email: `wrong${count}@example.org` });
  const { user } = (await client.call(signUp, { body: form })).body;
  return { client, form, id: user.id };
}
const correct = (client: TestClient, email: string, key = randomUUID()) =>
  client.call(resendActivation, { body: { email } }, { key });
const redeem = async (token: string) => (await new TestClient(given.app).call(redeemLink, { body: { token } })).body;

test("R4.01 a corrected address gets the mail; links sent to the wrong one are invalid", async () => {
  const { client, form, id } = await mistyped();
  const wrongActivation = await activationToken(given, form.email);
  const { services } = given;
  const wrongLogin = { kind: "login", accountId: id, now: services.clock.now() } as const;
  const login = await createLink(services.db, services.random, wrongLogin);
  const answer = await correct(client, "Right+1@BÜCHER.example");
  expect(answer.body).toEqual({ email: "Right+1@bücher.example" });
  expect((await client.call(getUser)).body.user?.email).toBe("Right+1@bücher.example");
  for (const token of [wrongActivation, login]) expect((await redeem(token)).error?.code).toBe("link_invalid");
  expect(await redeem(await activationToken(given, "Right+1@bücher.example"))).toMatchObject({ kind: "activation" });
  expect((await client.call(getUser)).body.user?.status).toBe("active");
});

test("R4.01 the same address again sends a new mail", async () => {
  const { client, form } = await mistyped();
  const first = await activationToken(given, form.email);
  expect((await correct(client, form.email.toUpperCase())).status).toBe(200);
  expect((await redeem(first)).error?.code).toBe("link_invalid");
});

test("R5.03 R5.04 a correction is refused like at the signup, and the old address stays", async () => {
  const { form: taken, id } = await signedUp(given, { name: "Taken Tina", email: "taken@example.org" });
  const { client, form } = await mistyped();
  const refusal = async (email: string) => (await correct(client, email)).body.error?.fields?.email;
  expect(await refusal("nina@")).toBe("Invalid email");
  expect(await refusal("")).toBe("Please fill this in.");
  expect(await refusal(taken.email)).toBe("An account with this e-mail address already exists");
  const deletion = { status: "deleted", deleted_at: given.services.clock.now() };
  await given.services.db.updateTable("accounts").set(deletion).where("id", "=", id).execute();
  expect(await refusal(taken.email)).toContain("is being deleted");
  expect((await client.call(getUser)).body.user?.email).toBe(form.email);
  expect(await redeem(await activationToken(given, form.email))).toMatchObject({ kind: "activation" });
});

test("R4.01 a confirmed address can be changed only in the settings", async () => {
  const { client, form } = await signedUp(given, { name: "Sure Sina", email: "sure@example.org" });
  const answer = await correct(client, "other@example.org");
  expect([answer.status, answer.body.error?.message]).toEqual([
    409,
    "Your address is already confirmed. You can change it in your settings.",
  ]);
  expect((await client.call(resendActivation)).body).toEqual({ email: form.email });
});

test("R4.01 of two members who correct to the same address at once, one gets it", async () => {
  const [one, two] = [await mistyped(), await mistyped()];
  const answers = await Promise.all([one, two].map(({ client }) => correct(client, "both@example.org")));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
});

test("R7.03 a correction that is repeated with its key sends one mail", async () => {
  const { client } = await mistyped();
  const key = randomUUID();
  for (let times = 0; times < 3; times += 1) expect((await correct(client, "once@example.org", key)).status).toBe(200);
  await given.services.jobs.drain(given.services);
  expect(given.services.mail.sent.filter((mail) => mail.to === "once@example.org")).toHaveLength(1);
});

test("R4.01 five mails a day, corrected or not", async () => {
  const { client } = await mistyped();
  const { limits } = given.services;
  given.services.limits = createLimits(undefined);
  for (let mail = 1; mail <= 5; mail += 1) expect((await correct(client, `try${mail}@example.org`)).status).toBe(200);
  expect((await correct(client, "try6@example.org")).status).toBe(429);
  given.services.limits = limits;
});

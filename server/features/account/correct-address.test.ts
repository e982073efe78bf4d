import { randomUUID } from "node:crypto";
import { getUser, redeemLink, resendActivation, signUp } from "#contract/account.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { createLink } from "#server/features/auth/index.ts";
import { createLimits } from "#server/http/rate-limits.ts";
import type { TestClient } from "#server/http/test-client.ts";
import { expect, type Fixtures, test } from "#server/test.ts";
import { activationToken, signupForm } from "./test-signup.ts";

let count = 0;
/** A new member who mistyped their address at the signup. */
async function mistyped(visitor: Fixtures["visitor"]) {
  count += 1;
  const client = visitor();
  const form = signupForm({ name: `Mistyped ${count}`, email: `wrong${count}@example.org` });
  const { user } = (await client.call(signUp, { body: form })).body;
  return { client, form, id: user.id };
}
const correct = (client: TestClient, email: string, key = randomUUID()) =>
  client.call(resendActivation, { body: { email } }, { key });
const redeem = async (client: TestClient, token: string) => (await client.call(redeemLink, { body: { token } })).body;

test("R4.01 a corrected address gets the mail; links sent to the wrong one are invalid", async ({
  visitor,
  services,
}) => {
  const { client, form, id } = await mistyped(visitor);
  const wrongActivation = await activationToken({ services }, form.email);
  const wrongLogin = { kind: "login", accountId: id, now: services.clock.now() } as const;
  const login = await inTransaction(services.db, (trx) => createLink(trx, services.random, wrongLogin));
  const answer = await correct(client, "Right+1@BÜCHER.example");
  expect(answer.body).toEqual({ email: "Right+1@bücher.example" });
  expect((await client.call(getUser)).body.user?.email).toBe("Right+1@bücher.example");
  for (const token of [wrongActivation, login]) expect((await redeem(client, token)).error?.code).toBe("link_invalid");
  expect(await redeem(client, await activationToken({ services }, "Right+1@bücher.example"))).toMatchObject({
    kind: "activation",
  });
  expect((await client.call(getUser)).body.user?.status).toBe("active");
});

test("R4.01 the same address again sends a new mail", async ({ visitor, services }) => {
  const { client, form } = await mistyped(visitor);
  const first = await activationToken({ services }, form.email);
  expect((await correct(client, form.email.toUpperCase())).status).toBe(200);
  expect((await redeem(client, first)).error?.code).toBe("link_invalid");
});

test("R5.03 R5.04 a correction is refused like at the signup, and the old address stays", async ({
  visitor,
  signedUp,
  services,
}) => {
  const { form: taken, id } = await signedUp({ name: "Taken Tina", email: "taken@example.org" });
  const { client, form } = await mistyped(visitor);
  const refusal = async (email: string) => (await correct(client, email)).body.error?.fields?.email;
  expect(await refusal("nina@")).toBe("Invalid email");
  expect(await refusal("")).toBe("Please fill this in.");
  expect(await refusal(taken.email)).toBe("An account with this e-mail address already exists");
  const deletion = { status: "deleted", deleted_at: services.clock.now() };
  await services.db.updateTable("accounts").set(deletion).where("id", "=", id).execute();
  expect(await refusal(taken.email)).toContain("is being deleted");
  expect((await client.call(getUser)).body.user?.email).toBe(form.email);
  expect(await redeem(client, await activationToken({ services }, form.email))).toMatchObject({ kind: "activation" });
});

test("R4.01 a confirmed address can be changed only in the settings", async ({ signedUp }) => {
  const { client, form } = await signedUp({ name: "Sure Sina", email: "sure@example.org" });
  const answer = await correct(client, "other@example.org");
  expect([answer.status, answer.body.error?.message]).toEqual([
    409,
    "Your address is already confirmed. You can change it in your settings.",
  ]);
  expect((await client.call(resendActivation)).body).toEqual({ email: form.email });
});

test("R4.01 of two members who correct to the same address at once, one gets it", async ({ visitor }) => {
  const [one, two] = [await mistyped(visitor), await mistyped(visitor)];
  const answers = await Promise.all([one, two].map(({ client }) => correct(client, "both@example.org")));
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
});

test("R4.01 five mails a day, corrected or not", async ({ visitor, services }) => {
  const { client } = await mistyped(visitor);
  const { limits } = services;
  services.limits = createLimits(undefined);
  for (let mail = 1; mail <= 5; mail += 1) expect((await correct(client, `try${mail}@example.org`)).status).toBe(200);
  expect((await correct(client, "try6@example.org")).status).toBe(429);
  services.limits = limits;
});

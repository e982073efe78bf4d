import type { z } from "zod";
import { redeemLink, signUp } from "#contract/account.ts";
import type { testApp } from "#server/db/test-database.ts";
import { TestClient } from "#server/http/test-client.ts";

type App = Pick<Awaited<ReturnType<typeof testApp>>, "app" | "services">;
export type SignupForm = z.input<typeof signUp.body>;

/** The id of Berlin among the cities. */
export const berlin = 2_950_159;

export function signupForm(form: Partial<SignupForm> = {}): SignupForm {
  return {
    name: "Anna",
    email: "anna@example.org",
    password: "a fine long pass phrase",
    date_of_birth: "1994-05-17",
    gender: "female",
    seeks: "male",
    city_id: berlin,
    sexuality_consent: true,
    ...form,
  };
}

/** The token in the newest activation mail to an address, after the mail's job has run. */
export async function activationToken({ services }: Pick<App, "services">, email: string): Promise<string> {
  await services.jobs.drain(services);
  const mail = services.mail.sent.findLast((sent) => sent.to === email);
  const token = /\/([A-Za-z0-9_-]{43})\b/.exec(mail?.text ?? "")?.[1];
  if (!token) throw new Error(`no activation mail to ${email}`);
  return token;
}

/** Signs a member up through the API and confirms the address, as a person would. */
export async function signedUp(given: App, form: Partial<SignupForm> = {}, host?: string) {
  const client = new TestClient(given.app, host);
  const complete = signupForm(form);
  const answer = await client.call(signUp, { body: complete });
  if (answer.status !== 200) throw new Error(`signup failed: ${JSON.stringify(answer.body)}`);
  await client.call(redeemLink, { body: { token: await activationToken(given, complete.email) } });
  return { client, id: answer.body.user.id, form: complete };
}

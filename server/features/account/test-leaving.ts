import { type DeleteReason, deleteAccount, redeemLink } from "#contract/account.ts";
import type { testApp } from "#server/db/test-database.ts";
import { TestClient } from "#server/http/test-client.ts";
import { signupForm } from "./test-signup.ts";

type App = Pick<Awaited<ReturnType<typeof testApp>>, "app" | "services">;

/** The newest mail to an address whose text holds something, after the mails' jobs have run. */
export async function newestMail({ services }: App, email: string) {
  await services.jobs.drain(services);
  // the test's second browsers are told of too, and mails of one moment come in any order
  const mail = services.mail.sent.findLast((sent) => sent.to === email && !sent.subject.startsWith("New login"));
  if (!mail) throw new Error(`no mail to ${email}`);
  return mail;
}

/** The token of the newest link that brings the account of an address back. */
export async function newestToken({ services }: App, email: string): Promise<string> {
  await services.jobs.drain(services);
  const mail = services.mail.sent.findLast((sent) => sent.to === email && sent.subject.endsWith("is deleted"));
  const token = /\/([A-Za-z0-9_-]{43})\b/.exec(mail?.text ?? "")?.[1];
  if (!token) throw new Error(`no link that brings ${email} back`);
  return token;
}

/** Deletes the account of whoever is logged in, as the screen does. */
export async function leave(
  client: TestClient,
  said: { password?: string; reason?: DeleteReason; comment?: string } = {},
) {
  return await client.call(deleteAccount, { body: { password: signupForm().password, ...said } });
}

/** Presses the button behind the newest mail's link, in a browser of its own. */
export async function comeBack(given: App, email: string, token?: string) {
  const client = new TestClient(given.app);
  const answer = await client.call(redeemLink, { body: { token: token ?? (await newestToken(given, email)) } });
  return { client, answer };
}

import { type DeleteReason, deleteAccount, redeemLink } from "#contract/account.ts";
import type { testApp } from "#server/db/test-database.ts";
import { TestClient } from "#server/http/test-client.ts";
import { signupForm } from "./test-signup.ts";

type App = Pick<Awaited<ReturnType<typeof testApp>>, "app" | "services">;

/** The newest mail to an address, without those about new logins, after the mail jobs have run. */
export async function newestMail({ services }: Pick<App, "services">, email: string) {
  await services.jobs.drain(services);
  // a test's second browser causes a mail too, and mails of the same moment have no fixed order
  const mail = services.mail.sent.findLast((sent) => sent.to === email && !sent.subject.startsWith("New login"));
  if (!mail) throw new Error(`no mail to ${email}`);
  return mail;
}

export async function newestToken({ services }: Pick<App, "services">, email: string): Promise<string> {
  await services.jobs.drain(services);
  const mail = services.mail.sent.findLast((sent) => sent.to === email && sent.subject.endsWith("has been deleted"));
  const token = /\/([A-Za-z0-9_-]{43})\b/.exec(mail?.text ?? "")?.[1];
  if (!token) throw new Error(`no link that brings ${email} back`);
  return token;
}

export async function deleteOwnAccount(
  client: TestClient,
  input: { password?: string; reason?: DeleteReason; comment?: string; refund?: boolean } = {},
) {
  return await client.call(deleteAccount, { body: { password: signupForm().password, ...input } });
}

/** Redeems the newest mail's link, or `token`, in a new browser. */
export async function restoreByLink(given: App, email: string, token?: string) {
  const client = new TestClient(given.app);
  const answer = await client.call(redeemLink, { body: { token: token ?? (await newestToken(given, email)) } });
  return { client, answer };
}

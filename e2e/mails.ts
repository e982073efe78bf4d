import { type APIRequestContext, expect } from "@playwright/test";

/** The page of the newest mail to an address with a matching subject; undefined if there is none yet. */
async function findMail(request: APIRequestContext, email: string, subject: RegExp): Promise<string | undefined> {
  const list = await (await request.get(`/outbox?to=${encodeURIComponent(email)}`)).text();
  const mails = [...list.matchAll(/href="(\/outbox\/[0-9a-f-]{36})"[^>]*>([\s\S]*?)<\/a>/g)];
  return mails.find(([, , words]) => subject.test(words ?? ""))?.[1];
}

/** Polls `find` until it finds something: a job sends each mail. */
async function wait(find: () => Promise<string | undefined>, message: string): Promise<string> {
  let link: string | undefined;
  const options = { timeout: 15_000, intervals: [100, 200, 200], message };
  await expect
    .poll(async () => {
      link = await find();
      return link;
    }, options)
    .toBeTruthy();
  return link ?? "";
}

/** The newest mail to an address with a matching subject and some words in it; waits until it has arrived. */
export async function mailTo(request: APIRequestContext, email: string, subject: RegExp, words = ""): Promise<string> {
  const find = async () => {
    const mail = await findMail(request, email, subject);
    return mail && (await (await request.get(mail)).text()).includes(words) ? mail : undefined;
  };
  return await wait(find, `a mail to ${email}`);
}

/** The link in the newest mail to an address with a matching subject; waits until it has arrived. */
export async function linkTo(request: APIRequestContext, email: string, subject: RegExp): Promise<string> {
  const find = async () => {
    const mail = await findMail(request, email, subject);
    return mail && /https?:[^\s"<]+[A-Za-z0-9_-]{43}/.exec(await (await request.get(mail)).text())?.[0];
  };
  return await wait(find, `a link to ${email}`);
}

/** The newest code by SMS to a phone number that is not `before`; waits until it has arrived. */
export async function codeTo(request: APIRequestContext, phone: string, before = ""): Promise<string> {
  const find = async () => {
    const list = await (await request.get(`/outbox?to=${encodeURIComponent(phone)}`)).text();
    const code = /SMS: (\d{6})/.exec(list)?.[1];
    return code === before ? undefined : code;
  };
  return await wait(find, `a code to ${phone}`);
}

import { type APIRequestContext, expect } from "@playwright/test";
import type { z } from "zod";
import type { signUp } from "#contract/account.ts";

const password = "four calm words here";
const origin = () => new URL(process.env.E2E_ADDRESS ?? "").origin;
const headers = () => ({ origin: origin(), "idempotency-key": crypto.randomUUID(), "x-request-type": "client" });
let made = 0;

export type NewMember = { name: string; email: string; password: string };

/** The link in the newest mail to an address whose subject is like this, as soon as it has arrived. */
export async function linkTo(request: APIRequestContext, email: string, subject: RegExp): Promise<string> {
  const find = async () => {
    const list = await (await request.get(`/outbox?to=${encodeURIComponent(email)}`)).text();
    const mails = [...list.matchAll(/href="(\/outbox\/[0-9a-f-]{36})"[^>]*>([\s\S]*?)<\/a>/g)];
    const mail = mails.find(([, , words]) => subject.test(words ?? ""))?.[1];
    return mail && /https?:[^\s"<]+[A-Za-z0-9_-]{43}/.exec(await (await request.get(mail)).text())?.[0];
  };
  await expect.poll(find, { timeout: 15_000, message: `a link to ${email}` }).toBeTruthy();
  return (await find()) ?? "";
}

/** Makes a member without walking through the signup, confirmed; the cookies stay in the context of `request`. */
export async function newMember(request: APIRequestContext, name: string): Promise<NewMember> {
  made += 1;
  const member = {
    name: `${name} ${process.pid % 1000}${made}`,
    email: `${name}.${process.pid}.${made}@example.org`.toLowerCase(),
    password,
  };
  const form: z.input<typeof signUp.body> = {
    ...member,
    date_of_birth: "1994-05-17",
    gender: "female",
    seeks: "male",
    sexuality_consent: true,
  };
  expect((await request.post("/api/signup.php", { headers: headers(), data: form })).status()).toBe(200);
  const token = /[A-Za-z0-9_-]{43}$/.exec(await linkTo(request, member.email, /Confirm your e-mail/))?.[0];
  expect((await request.post("/api/link.php", { headers: headers(), data: { token } })).status()).toBe(200);
  return member;
}

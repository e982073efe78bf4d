import { randomBytes, randomUUID } from "node:crypto";
import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import type { z } from "zod";
import type { signUp } from "#contract/account.ts";
import { demoPassword } from "#demo/password.ts";
import { ask } from "./database.ts";
import { origin } from "./world.ts";

export const password = "three quiet words";

export type Member = { id: string; name: string; email: string };
/** A member with a separate browser. */
export type Guest = Member & { context: BrowserContext; page: Page };
/** What calls are sent through: a browser, or its requests alone. */
export type Caller = Pick<BrowserContext, "request">;
type Form = z.input<typeof signUp.body>;

let addressCount = 0;

/** An IP address that no other caller in this run has, as rate limits count by address. */
export function ownAddress(): string {
  addressCount += 1;
  return `10.${process.pid % 256}.${addressCount >> 8}.${addressCount & 255}`;
}

/** Sends a call as the pages do; returns its answer. */
export async function send(
  { request }: Caller,
  method: "POST" | "PUT" | "DELETE",
  path: string,
  data: object,
  status = 200,
) {
  const headers = {
    origin,
    "idempotency-key": randomUUID(),
    "x-request-type": "client",
    "x-forwarded-for": ownAddress(),
  };
  const answer = await request.fetch(path, { method, headers, data });
  expect(answer.status(), await answer.text()).toBe(status);
  return await answer.json();
}

/** The member that a context is logged in as. */
export async function userOf({ request }: Caller) {
  const answer = await request.get("/api/user.php", { headers: { "x-request-type": "client" } });
  return (await answer.json()).user;
}

/**
 * Logs a member of the demo world in, for journeys that only read. These two have chats, likes, visitors and photos
 * from the start, and other journeys use them too. A journey that changes something needs a member of its own.
 */
export async function logInAs(context: BrowserContext, name: "robin" | "alex"): Promise<void> {
  await send(context, "POST", "/api/user.php", { login: `${name}@demo.invalid`, password: demoPassword });
}

/** Six random letters for a name: digits may look like a phone number, which no name may have. */
export const randomLetters = () =>
  Array.from(randomUUID().slice(0, 6), (digit) => "abcdefghijklmnop"[Number.parseInt(digit, 16)]).join("");

/**
 * Signs a member up by calls, without the screens: a woman from Berlin who looks for men, unless `input` says
 * otherwise. The context is logged in as her. Her address is not confirmed yet, so other members can't see her.
 */
export async function signUpIn(context: Caller, name: string, input: Partial<Form> = {}): Promise<Member> {
  const form = {
    name: `${name} ${randomLetters()}`,
    email: `${randomUUID()}@example.org`,
    password,
    date_of_birth: "1994-05-17",
    gender: "female",
    seeks: "male",
    city_id: 2_950_159,
    sexuality_consent: true,
    ...input,
  } satisfies Form;
  const { user } = await send(context, "POST", "/api/signup.php", form);
  return { id: user.id, name: user.profile.name, email: form.email };
}

/** Makes a member count as no longer new: otherwise an introduction would open during the journey (R4.20). */
export async function settle(email: string): Promise<void> {
  const ago = "created_at = created_at - interval '40 days', confirmed_at = confirmed_at - interval '40 days'";
  await ask(`update accounts set ${ago} where email = $1`, [email]);
}

/** Confirms a member's address by an inserted link, without waiting for the mail. */
export async function confirm(context: Caller, { id }: Member): Promise<void> {
  const token = randomBytes(32).toString("base64url");
  const link = `insert into email_links (token_hash, kind, account_id, created_at, expires_at)
    values (sha256($1), 'activation', $2, now(), now() + interval '1 hour')`;
  await ask(link, [token, id]);
  await send(context, "POST", "/api/link.php", { token });
}

/** Like `signUpIn`, but with the address confirmed, and settled. */
export async function newMember(context: Caller, name: string, input: Partial<Form> = {}): Promise<Member> {
  const member = await signUpIn(context, name, input);
  await confirm(context, member);
  await settle(member.email);
  return member;
}

/** A new member in a separate browser, with the project's settings. */
export async function arrive(browser: Browser, name: string, input: Partial<Form> = {}): Promise<Guest> {
  const context = await browser.newContext();
  const member = await newMember(context, name, input);
  return { ...member, context, page: await context.newPage() };
}

/** A woman and a man who fit, each in a separate browser. */
export async function arriveTwo(browser: Browser, names: [string, string]): Promise<[Guest, Guest]> {
  const man = { gender: "male", seeks: "female", date_of_birth: "1991-11-03" } as const;
  return await Promise.all([arrive(browser, names[0]), arrive(browser, names[1], man)]);
}

import { request } from "@playwright/test";
import type { Language } from "#contract/constants.ts";
import { type Caller, ownAddress } from "#e2e/member.ts";
import { address } from "#e2e/world.ts";

/** What sends calls like a browser of its own: its cookies, its address, its language. */
export async function newCaller(language: Language): Promise<Caller> {
  const extraHTTPHeaders = { "x-forwarded-for": ownAddress(), "accept-language": language };
  return { request: await request.newContext({ baseURL: address, extraHTTPHeaders }) };
}

/** The answer to a call that changes nothing. */
export async function read({ request }: Caller, path: string) {
  return await (await request.get(path, { headers: { "x-request-type": "client" } })).json();
}

import { type Browser, type BrowserContext, expect, type Page } from "@playwright/test";
import { logInAs } from "./log-in.ts";
import { screenOf } from "./screen.ts";

/** One of the demo members in a browser of their own. */
export type DemoMember = { context: BrowserContext; page: Page; id: string };

/** Logs a demo member in, in a browser as the project has it. */
export async function arrive(browser: Browser, use: object, name: "robin" | "alex"): Promise<DemoMember> {
  const context = await browser.newContext(screenOf(use));
  await logInAs(context, name);
  const answer = await context.request.get("/api/user.php", { headers: { "x-request-type": "client" } });
  return { context, page: await context.newPage(), id: (await answer.json()).user.id };
}

/** Sends a call as the browser's own pages do. */
export async function send(
  { context }: DemoMember,
  method: "POST" | "PUT" | "DELETE",
  path: string,
  data: object,
): Promise<void> {
  const { origin } = new URL(process.env.E2E_ADDRESS ?? "");
  const headers = { origin, "idempotency-key": crypto.randomUUID() };
  expect((await context.request.fetch(path, { method, headers, data })).status()).toBe(200);
}

/** Takes two apart again: a block ends chats, likes, visits, all that was between them. */
export async function part(one: DemoMember, other: DemoMember): Promise<void> {
  await send(one, "POST", "/api/block.php", { id: other.id });
  await send(one, "DELETE", "/api/block.php", { id: other.id });
}

import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { type Browser, expect } from "@playwright/test";
import { makeMember } from "#demo/factories.ts";
import { findRunningEmbedded } from "#server/db/database-folder.ts";
import { openPool } from "#server/db/pool.ts";
import { createScratchFolder } from "#server/db/system-user.ts";
import { seedDemoSites } from "#server/features/sites/index.ts";
import { systemClock } from "#server/lib/clock.ts";
import { systemRandom } from "#server/lib/random.ts";
import type { Guest } from "./member.ts";
import { freePort } from "./relay.ts";
import { startProduct } from "./start-product.ts";

/**
 * A product for one journey alone, which can be killed: its sites without the demo world, and two members who have both
 * written, each in a browser with the chat open. `variables`: more of its environment.
 */
export async function startOwnProduct(browser: Browser, variables: Record<string, string>) {
  const folder = createScratchFolder();
  const environment = { DEMO: "0", ...variables, PORT: String(await freePort()) };
  let product = await startProduct(folder, environment);
  const { address } = product;
  const people = await makeTwo(folder);
  const guests = await Promise.all(
    people.map(async ({ cookie, ...member }): Promise<Guest> => {
      const context = await browser.newContext({ baseURL: address });
      const [name = "", value = ""] = cookie.split("=");
      await context.addCookies([{ name, value, url: address }]);
      return { ...member, context, page: await context.newPage() };
    }),
  );
  const [she, he] = guests;
  if (she === undefined || he === undefined) throw new Error("two members were made");
  for (const [from, to] of [
    [she, he],
    [he, she],
  ] as const) {
    const headers = { origin: address, "idempotency-key": randomUUID() };
    const answer = await from.context.request.post("/api/message.php", {
      headers,
      data: { member: to.id, text: "Hello" },
    });
    expect(answer.status(), await answer.text()).toBe(200);
  }
  return {
    she,
    he,
    kill: () => product.kill(),
    async startAgain(): Promise<void> {
      product = await startProduct(folder, environment);
    },
    async end(): Promise<void> {
      await product.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function makeTwo(folder: string) {
  const { db, pool } = openPool(findRunningEmbedded(folder) ?? "", 2, () => {});
  try {
    const [siteId = 0] = await seedDemoSites(db, systemClock.now());
    const tools = { db, clock: systemClock, random: systemRandom };
    // no longer new, so that nothing introduces itself meanwhile
    const settled = { siteId, credits: 20, createdAt: new Date(Date.now() - 40 * 86_400_000) };
    return [
      await makeMember(tools, { ...settled, name: "Anna" }),
      await makeMember(tools, { ...settled, name: "Ben", gender: "male" }),
    ];
  } finally {
    await pool.end();
  }
}

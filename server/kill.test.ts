import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { expect, test } from "vitest";
import { makeMember } from "#demo/factories.ts";
import { seedDemoSites } from "#server/features/sites/index.ts";
import { systemClock } from "./clock.ts";
import { openPool } from "./db/pool.ts";
import { runningEmbedded } from "./db/running-embedded.ts";
import { scratchFolder } from "./db/scratch-folder.ts";
import { systemRandom } from "./random.ts";
import { start } from "./test-start.ts";

/** The embedded database of a data folder, found by its files. */
const databaseOf = (folder: string) => openPool(runningEmbedded(folder) ?? "", 4, () => {});

async function running(folder: string) {
  const run = start({ DATA_DIR: folder });
  await run.saying("Rendezvous is ready");
  return { run, address: /http:\/\/localhost:\d+/.exec(run.output())?.[0] ?? "" };
}

/** Every other message is a gift, by its key. */
const isGift = (key: string) => Number.parseInt(key.charAt(0), 16) % 2 === 0;

test("D6.1 kill -9 while messages and gifts are sent: acknowledged ones are there once, no credit is made or lost", async () => {
  const folder = scratchFolder();
  const first = await running(folder);
  const given = { clock: systemClock, random: systemRandom };
  const before = databaseOf(folder);
  const [siteId = 0] = await seedDemoSites(before.db, systemClock.now());
  const [anna, eva] = [
    await makeMember({ ...given, db: before.db }, { siteId, credits: 2000, premium: true }),
    await makeMember({ ...given, db: before.db }, { siteId }),
  ];
  await before.pool.end();

  const send = async (address: string, key: string) => {
    const [path, what] = isGift(key) ? ["gift", { gift: "rose" }] : ["message", {}];
    const response = await fetch(`${address}/api/${path}.php`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: address, cookie: anna.cookie, "idempotency-key": key },
      body: JSON.stringify({ member: eva.id, text: `Message ${key}`, ...what }),
    });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  };
  const acknowledged = new Set<string>();
  const unanswered = new Set<string>();
  const sender = async () => {
    for (;;) {
      const key = randomUUID();
      try {
        await send(first.address, key);
        acknowledged.add(key);
      } catch {
        unanswered.add(key);
        return;
      }
      if (acknowledged.size === 60) first.run.server.kill("SIGKILL");
    }
  };
  await Promise.all(Array.from({ length: 8 }, sender));
  await first.run.ended;

  const second = await running(folder);
  for (const key of unanswered) await send(second.address, key);
  const { db, pool } = databaseOf(folder);
  const messages = await db
    .selectFrom("messages")
    .leftJoin("gifts", "gifts.message_id", "messages.id")
    .select(["key", "credits", "gift"])
    .where("author_id", "=", anna.id)
    .execute();
  const sent = messages.map((message) => message.key).sort();
  expect(acknowledged.size).toBeGreaterThanOrEqual(60);
  expect(sent).toEqual([...acknowledged, ...unanswered].sort());
  expect(messages.filter(({ key, gift }) => (gift !== null) !== isGift(key))).toEqual([]);
  const left = 2000 - messages.reduce((sum, message) => sum + message.credits, 0);
  const ledger = await db.selectFrom("ledger").select("amount").where("member_id", "=", anna.id).execute();
  const { credits } = await db
    .selectFrom("wallets")
    .select("credits")
    .where("member_id", "=", anna.id)
    .executeTakeFirstOrThrow();
  expect([credits, ledger.reduce((sum, entry) => sum + entry.amount, 0)]).toEqual([left, left]);
  await pool.end();
  second.run.server.kill("SIGTERM");
  await second.run.ended;
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

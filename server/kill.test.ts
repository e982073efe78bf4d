import { randomUUID } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeMember } from "#demo/factories.ts";
import { chatPhotoFolder } from "#server/features/chat-photos/index.ts";
import { picture } from "#server/features/chat-photos/test-photos.ts";
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

test("D6.1 kill -9 while texts and photos are sent: acknowledged ones are there once, no credit is made or lost", async () => {
  const folder = scratchFolder();
  const first = await running(folder);
  const given = { clock: systemClock, random: systemRandom };
  const before = databaseOf(folder);
  const [siteId = 0] = await seedDemoSites(before.db, systemClock.now());
  const [anna, eva] = [
    await makeMember({ ...given, db: before.db }, { siteId, credits: 500, premium: true }),
    await makeMember({ ...given, db: before.db }, { siteId }),
  ];
  await before.pool.end();

  const image = new Blob([new Uint8Array(await picture())]);
  const send = async (address: string, key: string, photo: boolean) => {
    const headers = { origin: address, cookie: anna.cookie, "idempotency-key": key };
    const form = new FormData();
    form.append("member", eva.id);
    form.append("text", `Photo ${key}`);
    form.append("file", image);
    const text = {
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify({ member: eva.id, text: `Message ${key}` }),
    };
    const request = photo ? { headers, body: form } : text;
    const call = photo ? "photo-message" : "message";
    const response = await fetch(`${address}/api/${call}.php`, { method: "POST", ...request });
    if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  };
  const acknowledged = new Set<string>();
  const unanswered = new Map<string, boolean>();
  const sender = async (photo: boolean) => {
    for (;;) {
      const key = randomUUID();
      try {
        await send(first.address, key, photo);
        acknowledged.add(key);
      } catch {
        unanswered.set(key, photo);
        return;
      }
      if (acknowledged.size === 60) first.run.server.kill("SIGKILL");
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, at) => sender(at < 3)));
  await first.run.ended;

  const second = await running(folder);
  for (const [key, photo] of unanswered) await send(second.address, key, photo);
  const { db, pool } = databaseOf(folder);
  const messages = await db
    .selectFrom("messages")
    .select(["key", "attachment"])
    .where("author_id", "=", anna.id)
    .execute();
  const sent = messages.map((message) => message.key).sort();
  expect(acknowledged.size).toBeGreaterThanOrEqual(60);
  expect(sent).toEqual([...acknowledged, ...unanswered.keys()].sort());
  // each photo has its row and its files
  const photos = await db.selectFrom("chat_photos").select("id").where("message_id", "is not", null).execute();
  const carried = messages.filter(({ attachment }) => attachment === "photo");
  expect([photos.length, photos.length > 2]).toEqual([carried.length, true]);
  for (const { id } of photos) {
    const place = join(folder, "files", chatPhotoFolder({ siteId, memberId: anna.id, id }));
    expect(readdirSync(place)).toHaveLength(8);
  }
  const ledger = await db.selectFrom("ledger").select("amount").where("member_id", "=", anna.id).execute();
  const { credits } = await db
    .selectFrom("wallets")
    .select("credits")
    .where("member_id", "=", anna.id)
    .executeTakeFirstOrThrow();
  expect([credits, ledger.reduce((sum, entry) => sum + entry.amount, 0)]).toEqual([
    500 - sent.length - 2 * photos.length,
    500 - sent.length - 2 * photos.length,
  ]);
  await pool.end();
  second.run.server.kill("SIGTERM");
  await second.run.ended;
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

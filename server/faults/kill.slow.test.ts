import { randomUUID } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeMember } from "#demo/factories.ts";
import { openPool } from "#server/db/pool.ts";
import { createScratchFolder } from "#server/db/system-user.ts";
import { cloneDatabase } from "#server/db/test-database.ts";
import { chatPhotoFolder } from "#server/features/chat/index.ts";
import { picture } from "#server/features/chat/photos/test-photos.ts";
import { seedDemoSites } from "#server/features/sites/index.ts";
import { systemClock } from "#server/lib/clock.ts";
import { systemRandom } from "#server/lib/random.ts";
import { start } from "#server/test-start.ts";

async function running(folder: string, databaseUrl: string) {
  const run = start({ DATA_DIR: folder, DATABASE_URL: databaseUrl });
  await run.saying("Rendezvous is ready");
  return { run, address: /http:\/\/localhost:\d+/.exec(run.output())?.[0] ?? "" };
}

/** One round for every test run; `KILL_ROUNDS=100 vitest run server/faults/kill.slow.test.ts` takes some minutes. */
const rounds = Number(process.env.KILL_ROUNDS ?? 1);
const each = 60;

/** Every other text comes with a gift, by its key. */
const isGift = (key: string) => Number.parseInt(key.charAt(0), 16) % 2 === 0;

test(
  "D6.1 kill -9 while texts, gifts and photos are sent: acknowledged ones are there once, no credit is made or lost",
  async () => {
    const folder = createScratchFolder();
    const databaseUrl = await cloneDatabase();
    const openDatabase = () => openPool(databaseUrl, 4, () => {});
    const first = await running(folder, databaseUrl);
    const given = { clock: systemClock, random: systemRandom };
    const before = openDatabase();
    const [siteId = 0] = await seedDemoSites(before.db, systemClock.now());
    const credits = rounds * 500;
    const [anna, eva] = [
      await makeMember({ ...given, db: before.db }, { siteId, credits, premium: true }),
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
        body: JSON.stringify({ member: eva.id, text: `Message ${key}`, ...(isGift(key) && { gift: "rose" }) }),
      };
      const request = photo ? { headers, body: form } : text;
      const call = photo ? "photo-message" : isGift(key) ? "gift" : "message";
      const response = await fetch(`${address}/api/${call}.php`, { method: "POST", ...request });
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    };
    const acknowledged = new Set<string>();
    /** Sends from eight clients until the server is killed amid them; answers what got no answer. */
    const sendUntilKilled = async ({ run, address }: typeof first, killAfter: number) => {
      const unanswered = new Map<string, boolean>();
      let answered = 0;
      const sender = async (photo: boolean) => {
        for (;;) {
          const key = randomUUID();
          try {
            await send(address, key, photo);
            acknowledged.add(key);
            answered += 1;
          } catch {
            unanswered.set(key, photo);
            return;
          }
          if (answered === killAfter) run.server.kill("SIGKILL");
        }
      };
      await Promise.all(Array.from({ length: 8 }, (_, at) => sender(at < 3)));
      await run.ended;
      return unanswered;
    };

    let now = first;
    for (let round = 0; round < rounds; round += 1) {
      // the limit of calls a minute is counted anew by each process
      const unanswered = await sendUntilKilled(now, each - (round % 20));
      now = await running(folder, databaseUrl);
      for (const [key, photo] of unanswered) {
        await send(now.address, key, photo);
        acknowledged.add(key);
      }
    }
    const { db, pool } = openDatabase();
    const messages = await db
      .selectFrom("messages")
      .leftJoin("gifts", "gifts.message_id", "messages.id")
      .select(["key", "attachment", "credits", "gift"])
      .where("author_id", "=", anna.id)
      .execute();
    const sent = messages.map((message) => message.key).sort();
    expect(sent.length).toBeGreaterThanOrEqual(rounds * (each - 20));
    expect(sent).toEqual([...acknowledged].sort());
    expect(messages.filter(({ attachment, gift }) => (attachment === "gift") !== (gift !== null))).toEqual([]);
    expect(messages.some(({ gift }) => gift !== null)).toBe(true);
    // each photo has its row and its files
    const photos = await db.selectFrom("chat_photos").select("id").where("message_id", "is not", null).execute();
    const carried = messages.filter(({ attachment }) => attachment === "photo");
    expect([photos.length, photos.length > 2]).toEqual([carried.length, true]);
    for (const { id } of photos) {
      const place = join(folder, "files", chatPhotoFolder({ siteId, memberId: anna.id, id }));
      expect(readdirSync(place)).toHaveLength(8);
    }
    const ledger = await db.selectFrom("ledger").select("amount").where("member_id", "=", anna.id).execute();
    const wallet = await db
      .selectFrom("wallets")
      .select("credits")
      .where("member_id", "=", anna.id)
      .executeTakeFirstOrThrow();
    const left = credits - messages.reduce((sum, message) => sum + message.credits, 0);
    expect([wallet.credits, ledger.reduce((sum, entry) => sum + entry.amount, 0)]).toEqual([left, left]);
    await pool.end();
    now.run.server.kill("SIGTERM");
    await now.run.ended;
    rmSync(folder, { recursive: true, force: true });
  },
  rounds * 60_000,
);

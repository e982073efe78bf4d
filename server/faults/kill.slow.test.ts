import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeMember } from "#demo/factories.ts";
import { openPool } from "#server/db/pool.ts";
import { createScratchFolder } from "#server/db/system-user.ts";
import { cloneDatabase } from "#server/db/test-database.ts";
import { chatPhotoFolder } from "#server/features/chat/index.ts";
import { picture } from "#server/features/chat/photos/test-photos.ts";
import { voiceKey } from "#server/features/profiles/index.ts";
import { recording } from "#server/features/profiles/voice/test-recording.ts";
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

type Kind = "text" | "photo" | "voice";
const kinds: readonly Kind[] = ["photo", "photo", "photo", "voice", "voice", "text", "text", "text"];

/** Every other text comes with a gift, by its key. */
const isGift = (key: string) => Number.parseInt(key.charAt(0), 16) % 2 === 0;

test(
  "D6.1 R12.01 kill -9 while messages with gifts, photos and sounds are sent: each answered one is there once, no credit is lost",
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
      await makeMember({ ...given, db: before.db }, { siteId, credits: 1 }),
    ];
    await before.pool.end();

    const image = new Blob([new Uint8Array(await picture())]);
    const sound = new Blob([new Uint8Array(await recording())]);
    const formOf = (fields: Readonly<Record<string, string | Blob>>) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      return form;
    };
    const send = async (address: string, key: string, kind: Kind) => {
      const headers = { origin: address, cookie: anna.cookie, "idempotency-key": key };
      const text = {
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify({ member: eva.id, text: `Message ${key}`, ...(isGift(key) && { gift: "rose" }) }),
      };
      const photo = { headers, body: formOf({ member: eva.id, text: `Photo ${key}`, file: image }) };
      const voice = { headers, body: formOf({ member: eva.id, waveform: "[1,2]", file: sound }) };
      const requests = { text, photo, voice };
      const calls = { text: isGift(key) ? "gift" : "message", photo: "photo-message", voice: "voice-message" };
      const response = await fetch(`${address}/api/${calls[kind]}.php`, { method: "POST", ...requests[kind] });
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    };
    const begin = randomUUID();
    const acknowledged = new Set<string>([begin]);
    // a voice message needs a chat in which both have written
    for (const [{ cookie }, { id: member }, key] of [
      [anna, eva, begin],
      [eva, anna, randomUUID()],
    ] as const) {
      const headers = { origin: first.address, cookie, "idempotency-key": key, "content-type": "application/json" };
      const body = JSON.stringify({ member, text: "Hello" });
      expect((await fetch(`${first.address}/api/message.php`, { method: "POST", headers, body })).status).toBe(200);
    }
    /** Sends from eight clients until the server is killed amid them; answers what got no answer. */
    const sendUntilKilled = async ({ run, address }: typeof first, killAfter: number) => {
      const unanswered = new Map<string, Kind>();
      let answered = 0;
      const sender = async (kind: Kind) => {
        for (;;) {
          const key = randomUUID();
          try {
            await send(address, key, kind);
            acknowledged.add(key);
            answered += 1;
          } catch {
            unanswered.set(key, kind);
            return;
          }
          if (answered === killAfter) run.server.kill("SIGKILL");
        }
      };
      await Promise.all(kinds.map(sender));
      await run.ended;
      return unanswered;
    };

    let now = first;
    for (let round = 0; round < rounds; round += 1) {
      // the limit of calls a minute is counted anew by each process
      const unanswered = await sendUntilKilled(now, each - (round % 20));
      now = await running(folder, databaseUrl);
      for (const [key, kind] of unanswered) {
        await send(now.address, key, kind);
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
    // and each voice message
    const voices = await db.selectFrom("voice_messages").select(["id", "media_type"]).execute();
    const spoken = messages.filter(({ attachment }) => attachment === "voice");
    expect([voices.length, voices.length > 2]).toEqual([spoken.length, true]);
    for (const { id, media_type: type } of voices)
      expect(existsSync(join(folder, "files", voiceKey({ siteId, memberId: anna.id, id }, type)))).toBe(true);
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

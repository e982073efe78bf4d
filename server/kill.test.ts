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

/** One round for every test run; `KILL_ROUNDS=100 vitest run server/kill.test.ts` takes some minutes. */
const rounds = Number(process.env.KILL_ROUNDS ?? 1);
const each = 60;

test(
  "D6.1 kill -9 while messages are sent: acknowledged ones are there once, no credit is made or lost",
  async () => {
    const folder = scratchFolder();
    const first = await running(folder);
    const given = { clock: systemClock, random: systemRandom };
    const before = databaseOf(folder);
    const [siteId = 0] = await seedDemoSites(before.db, systemClock.now());
    const credits = rounds * 500;
    const [anna, eva] = [
      await makeMember({ ...given, db: before.db }, { siteId, credits, premium: true }),
      await makeMember({ ...given, db: before.db }, { siteId }),
    ];
    await before.pool.end();

    const send = async (address: string, key: string) => {
      const response = await fetch(`${address}/api/message.php`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: address, cookie: anna.cookie, "idempotency-key": key },
        body: JSON.stringify({ member: eva.id, text: `Message ${key}` }),
      });
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
    };
    const acknowledged = new Set<string>();
    /** Sends from eight clients until the server is killed amid them; answers the keys that got no answer. */
    const sendUntilKilled = async ({ run, address }: typeof first, killAfter: number) => {
      const unanswered: string[] = [];
      let answered = 0;
      const sender = async () => {
        for (;;) {
          const key = randomUUID();
          try {
            await send(address, key);
            acknowledged.add(key);
            answered += 1;
          } catch {
            unanswered.push(key);
            return;
          }
          if (answered === killAfter) run.server.kill("SIGKILL");
        }
      };
      await Promise.all(Array.from({ length: 8 }, sender));
      await run.ended;
      return unanswered;
    };

    let now = first;
    for (let round = 0; round < rounds; round += 1) {
      // the limit of calls a minute is counted anew by each process
      const unanswered = await sendUntilKilled(now, each - (round % 20));
      now = await running(folder);
      for (const key of unanswered) {
        await send(now.address, key);
        acknowledged.add(key);
      }
    }
    const { db, pool } = databaseOf(folder);
    const messages = await db.selectFrom("messages").select("key").where("author_id", "=", anna.id).execute();
    const sent = messages.map((message) => message.key).sort();
    expect(sent.length).toBeGreaterThanOrEqual(rounds * (each - 20));
    expect(sent).toEqual([...acknowledged].sort());
    const ledger = await db.selectFrom("ledger").select("amount").where("member_id", "=", anna.id).execute();
    const wallet = await db
      .selectFrom("wallets")
      .select("credits")
      .where("member_id", "=", anna.id)
      .executeTakeFirstOrThrow();
    const left = credits - sent.length;
    expect([wallet.credits, ledger.reduce((sum, entry) => sum + entry.amount, 0)]).toEqual([left, left]);
    await pool.end();
    now.run.server.kill("SIGTERM");
    await now.run.ended;
    rmSync(folder, { recursive: true, force: true });
  },
  rounds * 60_000,
);

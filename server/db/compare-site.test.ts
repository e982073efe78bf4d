import { type KyselyPlugin, sql } from "kysely";
import { sendMessage } from "#contract/chat.ts";
import { plantMember } from "#server/features/privacy/test-plant.ts";
import { test as base, expect } from "#server/test.ts";
import { type EqualParts, findDifference } from "./compare-site.ts";
import { listMovedTables } from "./moved-tables.ts";
import { inSnapshot } from "./transaction.ts";

const test = base.extend("world", { scope: "file" }, async ({ services, siteIds, member }) => {
  await plantMember(services, siteIds[0]);
  const [anna, ben] = [await member({ credits: 20 }), await member({ credits: 20 })];
  const [carla, dora] = [await member(), await member()];
  for (const text of ["Hello, Ben", "And again", "And once more"])
    await anna.client.call(sendMessage, { body: { member: ben.id, text } });
  return { anna, ben, carla, dora };
});

/** Counts the rows that were read to be compared one by one. */
function createCounter() {
  let lines = 0;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      lines += result.rows.filter((row) => "line" in row).length;
      return result;
    },
  };
  const take = () => {
    const count = lines;
    lines = 0;
    return count;
  };
  return { plugin, take };
}

test("0126 of rows that were found equal, those are compared again that either installation wrote since, with few others", async ({
  services: { db },
  siteIds: [siteId],
  world: { anna, ben, carla, dora },
}) => {
  const tables = await listMovedTables(db);
  const equal: EqualParts = new Map();
  const { plugin, take } = createCounter();
  // of one database, with a view of its own
  const target = await db.startTransaction().setIsolationLevel("repeatable read").execute();
  try {
    /** What differs, by table; a second call tells nothing new. */
    const find = async () =>
      await inSnapshot(db, async (source) => {
        const differing: Record<string, number[]> = {};
        for (const table of tables) {
          const [one, other] = [source.withPlugin(plugin), target.withPlugin(plugin)];
          const { gone, changed, added, rows } = await findDifference(one, other, table, siteId, equal);
          const counts = [gone.length, changed.length, added.length];
          if (counts.some((count) => count > 0)) differing[table.table] = counts;
          if (table.table === "messages") expect(rows).toBeGreaterThanOrEqual(3);
        }
        return differing;
      });
    expect([await find(), take()]).toEqual([{}, 0]);
    expect([await find(), take()]).toEqual([{}, 0]);

    // rows of this transaction, as those of a first copy, changed once more by it
    const say = (body: string) =>
      sql`update messages set body = ${body} where author_id = ${anna.id} and body like 'And%'`.execute(target);
    await say("And otherwise");
    expect(await find()).toEqual({ messages: [0, 2, 0] });
    expect(take()).toBeGreaterThan(0);
    await say("And otherwise again");
    await sql`delete from wallets where member_id = ${ben.id}`.execute(target);
    // of a bag: a row that there was, once more
    await sql`insert into notices_sent (account_id, kind, channel, sent_at)
      select account_id, kind, channel, sent_at from notices_sent limit 1`.execute(target);
    const expected = { messages: [0, 2, 0], wallets: [0, 0, 1], ledger: [0, 0, 1], notices_sent: [1, 0, 0] };
    expect(await find()).toEqual(expected);
    expect(await find()).toEqual(expected);
    take();

    // written without a change: looked at once
    const seeCarla = sql`update profiles set last_active_at = last_active_at where member_id = ${carla.id}`;
    await seeCarla.execute(db);
    expect(await find()).toEqual(expected);
    const looked = take();
    expect(await find()).toEqual(expected);
    expect(looked - take()).toBe(2);

    await sql`update profiles set last_active_at = last_active_at + interval '1 second'
      where member_id = ${carla.id}`.execute(db);
    await sql`delete from notices_sent where ctid = (select min(ctid) from notices_sent)`.execute(db);
    await db.deleteFrom("accounts").where("id", "=", dora.id).execute();
    expect(await find()).toMatchObject({
      ...expected,
      profiles: [1, 1, 0],
      accounts: [1, 0, 0],
      notices_sent: [2, 0, 0],
      wallets: [1, 0, 1],
    });
  } finally {
    await target.rollback().execute();
  }
});

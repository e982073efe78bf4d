import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { dayMs, hourMs } from "#contract/durations.ts";
import { test as base, expect, type Member } from "#server/test.ts";
import { book } from "./book.ts";
import { checkEntries, findProgress, findUnbalanced, newestBefore } from "./check-store.ts";
import { reconcileLedger } from "./reconcile-ledger.ts";

const test = base
  .extend("spend", { scope: "file" }, ({ services: { db, clock } }) => async ({ id, siteId }: Member) => {
    const entry = { memberId: id, siteId, amount: -1, causeId: randomUUID(), now: clock.now() };
    await book(db, { ...entry, cause: "message" });
  })
  .extend("nextNight", { scope: "file" }, ({ services }) => async () => {
    services.clock.advance(dayMs);
    await reconcileLedger.run(services, {});
  })
  /** Changes entries, which the ledger's trigger refuses, until the test ends. */
  .extend("falsify", ({ services: { db } }, { onCleanup }) => {
    const undo: (() => Promise<void>)[] = [];
    onCleanup(async () => {
      for (const each of undo) await each();
    });
    return async (member: Member, which: "first" | "last") => {
      const ids = db.selectFrom("ledger").select("id").where("member_id", "=", member.id);
      const { id } = await ids
        .orderBy("id", which === "first" ? "asc" : "desc")
        .limit(1)
        .executeTakeFirstOrThrow();
      const change = async (amount: number) =>
        await db.transaction().execute(async (trx) => {
          await sql`alter table ledger disable trigger user`.execute(trx);
          await sql`update ledger set balance = balance + ${amount}::int where id = ${id}`.execute(trx);
          await sql`alter table ledger enable trigger user`.execute(trx);
        });
      await change(1);
      undo.push(() => change(-1));
      return Number(id);
    };
  });

test("D7.1 the nightly check finds a balance or a debt that is not that of the last entry", async ({
  member,
  services,
  nextNight,
}) => {
  const { db } = services;
  await nextNight();
  const { id } = await member({ credits: 5 });
  const change = (columns: object) => db.updateTable("wallets").set(columns).where("member_id", "=", id).execute();
  await change({ credits: 6 });
  expect(await findUnbalanced(db)).toEqual([{ member_id: id, credits: 6, booked: 5, debt: 0, owed: 0 }]);
  // also if it reads one wallet at a time
  expect(await findUnbalanced(db, 1)).toMatchObject([{ member_id: id }]);
  await expect(nextNight()).rejects.toThrow("1 balances");
  await change({ credits: 5, debt: 2 });
  await expect(nextNight()).rejects.toThrow("1 balances");
  await change({ debt: 0 });
  await nextNight();
});

test("D7.1 it finds an entry since the last good check that does not follow from the one before", async ({
  member,
  services,
  spend,
  nextNight,
  falsify,
}) => {
  const { db } = services;
  const anna = await member({ credits: 5 });
  await nextNight();
  const { checked_to: before } = await findProgress(db);
  for (let count = 0; count < 3; count += 1) await spend(anna);
  const id = await falsify(anna, "last");
  await db.updateTable("wallets").set({ credits: 3 }).where("member_id", "=", anna.id).execute();
  for (let night = 0; night < 2; night += 1) await expect(nextNight()).rejects.toThrow("0 balances and 1 entries");
  expect((await findProgress(db)).checked_to).toBe(before);
  const until = await newestBefore(db, services.clock.now());
  expect(await checkEntries(db, { from: before, until })).toEqual({ last: id, wrong: [id] });
  await db.updateTable("wallets").set({ credits: 2 }).where("member_id", "=", anna.id).execute();
});

test("D7.1 it leaves entries of the last hour to the next night, and reads older ones once", async ({
  member,
  services,
  spend,
  nextNight,
}) => {
  const { db, clock } = services;
  const anna = await member({ credits: 5 });
  await nextNight();
  const { checked_to: before } = await findProgress(db);
  await spend(anna);
  clock.advance(hourMs);
  await reconcileLedger.run(services, {});
  expect((await findProgress(db)).checked_to).toBe(before);
  clock.advance(1);
  await reconcileLedger.run(services, {});
  expect((await findProgress(db)).checked_to).toBeGreaterThan(before);
});

test("D7.1 it reads the whole ledger once a month, and finds an old entry that was changed", async ({
  member,
  services,
  spend,
  nextNight,
  falsify,
}) => {
  const anna = await member({ credits: 5 });
  await spend(anna);
  services.clock.advance(31 * dayMs);
  await nextNight();
  await falsify(anna, "first");
  const busy = await member({ credits: 40 });
  for (let night = 0; night < 29; night += 1) {
    await spend(busy);
    await nextNight();
  }
  for (let night = 0; night < 2; night += 1) await expect(nextNight()).rejects.toThrow("0 balances and");
});

test("D7.1 it goes through the entries in steps of any size, with the same result", async ({
  member,
  services,
  spend,
}) => {
  const { db, clock } = services;
  for (let count = 0; count < 3; count += 1) {
    const anna = await member({ credits: 5 });
    for (let messages = 0; messages < 3; messages += 1) await spend(anna);
  }
  clock.advance(1);
  const until = await newestBefore(db, clock.now());
  for (const batch of [1, 2, 7, 1000]) {
    let steps = 0;
    for (let from: number | null = 0; from !== null; steps += 1) {
      const { last, wrong } = await checkEntries(db, { from, until, batch });
      expect(wrong).toEqual([]);
      from = last;
    }
    if (batch === 1000) expect(steps).toBe(2);
    else expect(steps).toBeGreaterThan(2);
  }
});

test("D7.1 a check that has no time left goes on the next night", async ({ member, services, spend, nextNight }) => {
  const { db, clock } = services;
  const anna = await member({ credits: 5 });
  await nextNight();
  const { checked_to: before } = await findProgress(db);
  await spend(anna);
  clock.advance(dayMs);
  let asked = 0;
  const slow = { ...clock, now: () => new Date(clock.now().getTime() + hourMs * asked++) };
  await reconcileLedger.run({ ...services, clock: slow }, {});
  expect((await findProgress(db)).checked_to).toBe(before);
  await nextNight();
  expect((await findProgress(db)).checked_to).toBeGreaterThan(before);
});

import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { makeMember } from "#demo/factories.ts";
import { testServices } from "#server/db/test-database.ts";
import { balanceOf, book } from "./book.ts";
import { insertWallet } from "./wallets-store.ts";

const { services, siteIds, close } = await testServices();
afterAll(close);
const { db } = services;
const siteId = siteIds[0] ?? 0;
const now = services.clock.now();

const refused = expect.objectContaining({ code: "not_enough_credits" });

async function booked(memberId: string) {
  const entries = await db
    .selectFrom("ledger")
    .select(["amount", "balance"])
    .where("member_id", "=", memberId)
    .orderBy("id")
    .execute();
  const sums = entries.map((_, index) => entries.slice(0, index + 1).reduce((sum, { amount }) => sum + amount, 0));
  return { entries, sum: sums.at(-1) ?? 0, everyBalanceFits: entries.every(({ balance }, i) => balance === sums[i]) };
}

const operation = fc.record({
  amount: fc.integer({ min: -12, max: 20 }).filter((amount) => amount !== 0),
  cause: fc.nat({ max: 12 }),
  rolledBack: fc.boolean(),
});

describe("R1.04 D7.1 the ledger", () => {
  test("agrees with a simple model in every operation, and its sum is the balance", {
    timeout: 60_000,
  }, async () => {
    const property = fc.asyncProperty(fc.array(operation, { maxLength: 25 }), async (operations) => {
      const { id: memberId } = await makeMember(services, { siteId });
      const causes = Array.from({ length: 13 }, () => randomUUID());
      const model = { balance: 0, booked: new Set<number>() };
      for (const { amount, cause, rolledBack } of operations) {
        const entry = { memberId, siteId, amount, cause: "demo" as const, causeId: causes[cause] ?? "", now };
        const repeated = model.booked.has(cause);
        const covered = model.balance + amount >= 0;
        const balance = repeated ? model.balance : model.balance + amount;
        if (rolledBack) {
          const rolledBackBooking = db.transaction().execute(async (trx) => {
            await book(trx, entry);
            throw new Error("roll back");
          });
          await expect(rolledBackBooking).rejects.toThrow();
        } else if (repeated || covered) {
          expect(await book(db, entry)).toEqual({ balance, booked: !repeated });
          model.booked.add(cause);
          model.balance = balance;
        } else {
          await expect(book(db, entry)).rejects.toThrow(refused);
        }
      }
      expect(await balanceOf(db, memberId)).toBe(model.balance);
      expect(await booked(memberId)).toMatchObject({ sum: model.balance, everyBalanceFits: true });
    });
    await fc.assert(property, { numRuns: 40 });
  });

  test("adds up and never falls below zero under concurrent operations", { timeout: 60_000 }, async () => {
    const property = fc.asyncProperty(fc.array(operation, { minLength: 10, maxLength: 40 }), async (operations) => {
      const { id: memberId } = await makeMember(services, { siteId, credits: 15 });
      const causes = Array.from({ length: 13 }, () => randomUUID());
      const outcomes = await Promise.allSettled(
        operations.map(({ amount, cause }) =>
          book(db, { memberId, siteId, amount, cause: "demo", causeId: causes[cause] ?? "", now }),
        ),
      );
      for (const outcome of outcomes) if (outcome.status === "rejected") expect(outcome.reason).toEqual(refused);
      const { entries, sum, everyBalanceFits } = await booked(memberId);
      const succeeded = outcomes.filter((outcome) => outcome.status === "fulfilled" && outcome.value.booked);
      expect(entries).toHaveLength(succeeded.length + 1);
      expect(everyBalanceFits).toBe(true);
      expect(await balanceOf(db, memberId)).toBe(sum);
    });
    await fc.assert(property, { numRuns: 20 });
  });

  test("can't be changed once it is written", async () => {
    const { id: memberId } = await makeMember(services, { siteId, credits: 5 });
    const change = db.updateTable("ledger").set({ amount: 500 }).where("member_id", "=", memberId).execute();
    await expect(change).rejects.toThrow("append-only");
  });

  test("refuses a member without a wallet and a member of another site", async () => {
    const entry = { siteId, amount: 1, cause: "demo" as const, now };
    await expect(book(db, { ...entry, memberId: randomUUID(), causeId: randomUUID() })).rejects.toThrow("no wallet");
    const { id: memberId } = await makeMember(services, { siteId: siteIds[1] ?? 0, country: "DE" });
    await expect(book(db, { ...entry, memberId, causeId: randomUUID() })).rejects.toThrow();
    expect(await balanceOf(db, memberId)).toBe(0);
  });

  test("is unchanged if a wallet is opened twice", async () => {
    const { id: memberId } = await makeMember(services, { siteId, credits: 5 });
    await insertWallet(db, memberId, siteId);
    expect(await balanceOf(db, memberId)).toBe(5);
  });
});

import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { makeMember } from "#demo/factories.ts";
import { testServices } from "#server/db/test-database.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { addCredits, book, giveAllBack, giveBack, takeBack } from "./book.ts";
import type { CreditReturn } from "./wallets-store.ts";

const { services, siteIds, close } = await testServices();
afterAll(close);
const { db } = services;
const siteId = siteIds[0] ?? 0;
const now = services.clock.now();

const causes: CreditReturn[] = ["photo_refund", "taken_back", "no_answer", "declined", "fraud"];
/** What the messages of a test cost. */
const prices = [1, 2, 5, 1, 3, 8];
const place = fc.nat({ max: prices.length - 1 });
const some = fc.integer({ min: 1, max: 9 });

const operation = fc.oneof(
  fc.record({ kind: fc.constant("send" as const), message: place }),
  fc.record({ kind: fc.constant("give back" as const), message: place, cause: fc.constantFrom(...causes) }),
  fc.record({ kind: fc.constant("give all back" as const), messages: fc.uniqueArray(place, { minLength: 1 }) }),
  fc.record({ kind: fc.constant("take back" as const), credits: some, cause: fc.constantFrom("refund", "chargeback") }),
  fc.record({ kind: fc.constant("buy" as const), credits: some }),
);
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never;

/** A member with credits, and messages that they may send. */
async function begin(credits: number) {
  const { id: memberId } = await makeMember(services, { siteId, credits });
  const ids: string[] = prices.map(() => randomUUID()).sort();
  const of = { memberId, siteId, now };
  const message = (at: number) => ({ id: ids[at] ?? "", credits: prices[at] ?? 0 });
  /** Each runs as the product does it, in a transaction. */
  const run = (operated: Operation): Promise<unknown> =>
    inTransaction(db, async (trx) => {
      if (operated.kind === "send") {
        const { id: causeId, credits: price } = message(operated.message);
        return await book(trx, { ...of, amount: -price, cause: "message", causeId });
      }
      if (operated.kind === "give back") {
        const { id: causeId, credits: price } = message(operated.message);
        return await giveBack(trx, price, { ...of, cause: operated.cause, causeId });
      }
      if (operated.kind === "give all back") {
        return await giveAllBack(trx, operated.messages.map(message), { ...of, cause: "fraud" });
      }
      const causeId = randomUUID();
      if (operated.kind === "buy")
        return await addCredits(trx, operated.credits, { ...of, cause: "purchase", causeId });
      const cause = operated.cause === "refund" ? "refund" : "chargeback";
      return await takeBack(trx, operated.credits, { ...of, cause, causeId });
    });
  const state = async () => {
    const wallets = db.selectFrom("wallets").select(["credits", "debt"]).where("member_id", "=", memberId);
    const ledger = db.selectFrom("ledger").select(["amount", "balance", "cause", "cause_id"]);
    const entries = await ledger.where("member_id", "=", memberId).orderBy("id").execute();
    const debts = await db.selectFrom("debts").select("amount").where("member_id", "=", memberId).execute();
    const { credits: balance, debt } = await wallets.executeTakeFirstOrThrow();
    // whatever happened: both sums are right, no balance was below zero, and no message came back twice
    expect(entries.reduce((sum, { amount }) => sum + amount, 0)).toBe(balance);
    expect(debts.reduce((sum, { amount }) => sum + amount, 0)).toBe(debt);
    expect(Math.min(balance, debt, ...entries.map((entry) => entry.balance))).toBeGreaterThanOrEqual(0);
    const back = entries.filter(({ cause }) => (causes as string[]).includes(cause));
    expect(new Set(back.map(({ cause_id }) => cause_id)).size).toBe(back.length);
    return { balance, debt, back: back.map(({ cause_id }) => ids.indexOf(cause_id)).sort() };
  };
  return { run, state };
}

test("R10.01 R10.02 D7.1 what comes back, for whatever reason and debt, agrees with a simple model", async () => {
  const property = fc.asyncProperty(fc.array(operation, { maxLength: 25 }), async (operations) => {
    const { run, state } = await begin(12);
    const model = { balance: 12, debt: 0, sent: new Set<number>(), back: new Set<number>() };
    const add = (credits: number) => {
      const settled = Math.min(model.debt, credits);
      model.balance += credits - settled;
      model.debt -= settled;
    };
    for (const operated of operations) {
      if (operated.kind === "send") {
        const price = prices[operated.message] ?? 0;
        if (model.sent.has(operated.message)) await run(operated);
        else if (model.balance < price) await expect(run(operated)).rejects.toThrow("not_enough_credits");
        else {
          await run(operated);
          model.sent.add(operated.message);
          model.balance -= price;
        }
      } else {
        await run(operated);
        if (operated.kind === "buy") add(operated.credits);
        else if (operated.kind === "take back") {
          const returned = Math.min(model.balance, operated.credits);
          model.balance -= returned;
          model.debt += operated.credits - returned;
        } else {
          const messages = operated.kind === "give back" ? [operated.message] : operated.messages;
          const fresh = messages.filter((message) => !model.back.has(message));
          if (fresh.length > 0) add(fresh.reduce((sum, message) => sum + (prices[message] ?? 0), 0));
          for (const message of fresh) model.back.add(message);
        }
      }
      const { balance, debt, back } = await state();
      expect({ balance, debt, back }).toEqual({
        balance: model.balance,
        debt: model.debt,
        back: [...model.back].sort(),
      });
    }
  });
  await fc.assert(property, { numRuns: 25 });
}, 120_000);

test("R10.01 R10.02 D7.1 at once, in any number, the sums stay right and each message comes back once", async () => {
  const property = fc.asyncProperty(fc.array(operation, { minLength: 10, maxLength: 30 }), async (operations) => {
    const { run, state } = await begin(12);
    const ended = await Promise.allSettled(operations.map(run));
    for (const end of ended) {
      if (end.status === "rejected") expect(String(end.reason)).toContain("not_enough_credits");
    }
    await state();
  });
  await fc.assert(property, { numRuns: 15 });
}, 120_000);

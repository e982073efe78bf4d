import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { balanceOf, book } from "#server/features/credits/index.ts";
import { findPaymentById, lockPayment } from "./payments-store.ts";
import { refundPayment } from "./refund-payment.ts";
import { openShop } from "./test-shop.ts";

const shop = await openShop();
const { services, newBuyer, newcomer, orderSmallest, press, webhook, tell, runJobs } = shop;
const { db, clock } = services;
afterAll(shop.close);

type Step = { kind: "buy" | "spend" | "refund" | "return" | "chargeback" | "reverse"; which: number; share: number };
const step = fc.record({
  kind: fc.constantFrom<Step["kind"]>("buy", "buy", "spend", "spend", "refund", "return", "chargeback", "reverse"),
  which: fc.nat({ max: 2 }),
  share: fc.integer({ min: 1, max: 10 }),
});

type Buyer = Awaited<ReturnType<typeof newBuyer>>;
type Bought = { paymentId: string; reference: string };

async function report({ reference }: Bought): Promise<void> {
  const { body, headers } = webhook(reference);
  await tell(body, headers);
  await runJobs();
}

/** Carries out a step as far as it is possible; what is not changes nothing. */
async function carryOut(buyer: Buyer, bought: Bought[], { kind, which, share }: Step): Promise<void> {
  if (kind === "buy") {
    const { path, id, reference } = await orderSmallest(buyer.cookie);
    await press(path, "pay");
    await runJobs();
    bought.push({ paymentId: id, reference });
    return;
  }
  if (kind === "spend") {
    const entry = { memberId: buyer.id, siteId: buyer.siteId, causeId: randomUUID(), now: clock.now() };
    await book(db, { ...entry, amount: -share, cause: "message" }).catch(() => {});
    return;
  }
  const one = bought[which % Math.max(1, bought.length)];
  const payment = one && (await findPaymentById(db, one.paymentId));
  if (!one || !payment) return;
  const left = payment.amount_minor - payment.refunded_minor - payment.charged_back_minor;
  if (kind === "refund" && left > 0) {
    const amount = Math.max(1, Math.floor((left * share) / 10));
    const credits = Math.floor((payment.credits * amount) / payment.amount_minor);
    const input = { amount, credits, reason: "staff", now: clock.now() } as const;
    await db.transaction().execute(async (trx) => {
      const locked = await lockPayment(trx, payment.provider, payment.id);
      if (locked) await refundPayment(services, locked, input);
    });
    await runJobs();
  }
  if (kind === "return") {
    const status = share > 5 ? "completed" : "failed";
    const pending = db.updateTable("sandbox_refunds").set({ status }).where("status", "=", "pending");
    await pending.where("payment_reference", "=", one.reference).execute();
  }
  if (kind === "chargeback" && left > 0) {
    const taken = { reference: randomUUID(), payment_reference: one.reference, amount_minor: left };
    await db
      .insertInto("sandbox_chargebacks")
      .values({ ...taken, created_at: clock.now() })
      .execute();
  }
  if (kind === "reverse") {
    const taken = db.updateTable("sandbox_chargebacks").set({ reversed: true });
    await taken.where("payment_reference", "=", one.reference).execute();
  }
  await report(one);
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

/** The ledger gives the balance, the debts the debt, each payment what went back, and its receipts what was kept. */
async function expectBalanced(buyer: Buyer): Promise<void> {
  const ledger = await db.selectFrom("ledger").select("amount").where("member_id", "=", buyer.id).execute();
  expect(sum(ledger.map(({ amount }) => amount))).toBe(await balanceOf(db, buyer.id));
  const debts = await db.selectFrom("debts").select("amount").where("member_id", "=", buyer.id).execute();
  const wallet = db.selectFrom("wallets").select("debt").where("member_id", "=", buyer.id);
  expect(sum(debts.map(({ amount }) => amount))).toBe((await wallet.executeTakeFirstOrThrow()).debt);
  const payments = await db.selectFrom("payments").selectAll().where("member_id", "=", buyer.id).execute();
  for (const payment of payments) {
    const refunds = await db.selectFrom("refunds").selectAll().where("payment_id", "=", payment.id).execute();
    const out = sum(refunds.filter(({ status }) => status !== "failed").map((refund) => refund.amount_minor));
    const chargebacks = await db.selectFrom("chargebacks").selectAll().where("payment_id", "=", payment.id).execute();
    const taken = sum(chargebacks.filter((row) => row.reversed_at === null).map((row) => row.amount_minor));
    expect([payment.refunded_minor, payment.charged_back_minor]).toEqual([out, taken]);
    const receipts = await db.selectFrom("receipts").selectAll().where("payment_id", "=", payment.id).execute();
    const signed = receipts.map(({ kind, amount_minor: amount }) => (kind === "receipt" ? amount : -amount));
    const paidOut = sum(refunds.filter(({ status }) => status === "completed").map((refund) => refund.amount_minor));
    expect(sum(signed)).toBe(payment.status === "completed" ? payment.amount_minor - paidOut - taken : 0);
  }
}

test("D7.1 D7.4 in any order of purchases, messages, refunds and chargebacks all books agree", async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 3, maxLength: 8 }), async (isNew, steps) => {
      const buyer = await (isNew ? newcomer() : newBuyer());
      const bought: Bought[] = [];
      for (const each of [{ kind: "buy", which: 0, share: 1 } as const, ...steps]) {
        await carryOut(buyer, bought, each);
        await expectBalanced(buyer);
      }
    }),
    { numRuns: 12 },
  );
}, 60_000);

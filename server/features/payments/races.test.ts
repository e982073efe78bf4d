import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { inTransaction } from "#server/db/transaction.ts";
import { balanceOf, book } from "#server/features/credits/index.ts";
import { findUnbalanced } from "#server/features/credits/test-books.ts";
import { refundPayment } from "./refund-payment.ts";
import { findPaymentById, lockPayment } from "./store.ts";
import { openShop } from "./test-shop.ts";

const shop = await openShop();
const { services, app, host, newBuyer, orderSmallest, order, bundlesOf, press, tell, webhook } = shop;
const { db, clock } = services;
afterAll(shop.close);

const rounds = { numRuns: 12 };
const runJobs = async () => {
  while ((await services.jobs.drain(services)) > 0);
};
async function bought() {
  const buyer = await newBuyer();
  const { path, id, reference } = await orderSmallest(buyer.cookie);
  await press(path, "pay");
  await runJobs();
  return { ...buyer, paymentId: id, path, reference };
}
type Bought = Awaited<ReturnType<typeof bought>>;

const spend = async ({ id, siteId }: Bought) => {
  const entry = {
    memberId: id,
    siteId,
    amount: -1,
    cause: "message" as const,
    causeId: randomUUID(),
    now: clock.now(),
  };
  return await inTransaction(db, (trx) => book(trx, entry)).then(
    () => 1,
    () => 0,
  );
};
const withdraw = async ({ cookie, paymentId }: Bought) =>
  await app.inject({
    method: "POST",
    url: "/api/withdrawal.php",
    headers: { host, cookie, "sec-fetch-site": "same-origin", "idempotency-key": randomUUID() },
    payload: { payment_id: paymentId },
  });
/** A refund of four credits by staff, which takes what is left of them. */
const refund = async ({ paymentId }: Bought) =>
  await inTransaction(db, async (trx) => {
    const found = await findPaymentById(trx, paymentId);
    const locked = found && (await lockPayment(trx, found.provider, paymentId));
    if (!locked || locked.payment.refunded_minor + 398 > locked.payment.amount_minor) return;
    await refundPayment(services, locked, {
      amount: 398,
      credits: 4,
      reason: "staff",
      now: clock.now(),
    });
  });
const hear = async ({ reference }: Bought) => {
  const { body, headers } = webhook(reference);
  return (await tell(body, headers)).statusCode;
};

/** Starts the steps in an order of its own, all at once. */
const atOnce = async (steps: readonly (() => Promise<unknown>)[], places: readonly number[]) =>
  await Promise.all(places.map((place) => steps[place]?.()));

const paymentOf = async (id: string) => {
  const payment = await findPaymentById(db, id);
  if (!payment) throw new Error("no payment");
  return payment;
};

test("D7.1 D7.4 refunds against spending: each credit is spent or taken back, and the books agree", async () => {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }), async (places) => {
      const buyer = await bought();
      let spent = 0;
      const use = async () => {
        const one = await spend(buyer);
        spent += one;
      };
      const refundOne = () => refund(buyer);
      await atOnce([use, refundOne, use, use, refundOne, use], places);
      const wallet = await db
        .selectFrom("wallets")
        .select(["credits", "debt"])
        .where("member_id", "=", buyer.id)
        .executeTakeFirstOrThrow();
      expect(wallet.credits - wallet.debt).toBe(10 - spent - 8);
      expect(wallet.credits === 0 || wallet.debt === 0).toBe(true);
      expect((await paymentOf(buyer.paymentId)).refunded_minor).toBe(796);
      expect(await findUnbalanced(db)).toEqual([]);
    }),
    rounds,
  );
});

test("D7.4 D7.7 a chargeback against a withdrawal: neither takes more credits than there were, and the books agree", async () => {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }), async (places) => {
      const buyer = await bought();
      await press(buyer.path, "charge_back");
      const answers: number[] = [];
      const goBack = async () => answers.push((await withdraw(buyer)).statusCode);
      await atOnce([goBack, () => hear(buyer), goBack, () => hear(buyer)], places);
      expect(answers.every((status) => status === 200 || status === 409)).toBe(true);
      await runJobs();
      const payment = await paymentOf(buyer.paymentId);
      expect(payment.charged_back_minor).toBe(995);
      const withdrawals = await db
        .selectFrom("withdrawals")
        .select("credits")
        .where("payment_id", "=", buyer.paymentId)
        .where("outcome", "=", "refunded")
        .execute();
      expect(withdrawals.length).toBeLessThanOrEqual(1);
      expect(await balanceOf(db, buyer.id)).toBe(0);
      expect(await findUnbalanced(db)).toEqual([]);
    }),
    rounds,
  );
});

test("D7.6 code against code: of several paid checkouts with a code for one purchase one keeps it, the others are refunded", async () => {
  let codes = 0;
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }), async (places) => {
      codes += 1;
      const code = `RACE${codes}`;
      const once = { site_id: shop.siteIds[0] ?? 0, code, percentage: 10, validity: "once", created_at: clock.now() };
      await db.insertInto("discount_codes").values(once).execute();
      const [buyer, other] = [await newBuyer(), await newBuyer()];
      const [bundle] = await bundlesOf(buyer.cookie);
      const amount = (bundle?.price ?? 0) - Math.round((bundle?.price ?? 0) * 0.1);
      const ordered: { id: string; path: string; reference: string; memberId: string }[] = [];
      const orderBy = (who: typeof buyer) => async () => {
        const answer = (await order(who.cookie, { bundle_id: bundle?.id, code, amount })).json();
        if (!answer.payment) return;
        const { pathname: path } = new URL(answer.checkout_url);
        const reference = path.split("/").at(-1) ?? "";
        ordered.push({ id: answer.payment.payment_id, path, reference, memberId: who.id });
      };
      await atOnce(
        [orderBy(buyer), orderBy(other), orderBy(buyer), orderBy(other), orderBy(buyer), orderBy(other)],
        places,
      );
      // one member holds it; both of their checkouts can still be paid
      expect(new Set(ordered.map(({ memberId }) => memberId)).size).toBe(1);
      for (const { path } of ordered) await press(path, "pay");
      await Promise.all(
        ordered.map(async ({ reference }) => {
          const { body, headers } = webhook(reference);
          await tell(body, headers);
        }),
      );
      await runJobs();
      const ids = ordered.map(({ id }) => id);
      const refunds = await db.selectFrom("refunds").select("reason").where("payment_id", "in", ids).execute();
      expect(refunds).toEqual(ids.slice(1).map(() => ({ reason: "code_used_twice" })));
      expect(await balanceOf(db, ordered[0]?.memberId ?? "")).toBe(10);
      expect(await findUnbalanced(db)).toEqual([]);
    }),
    { numRuns: 6 },
  );
});

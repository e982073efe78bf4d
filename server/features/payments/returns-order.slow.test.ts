import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { balanceOf } from "#server/features/credits/index.ts";
import type { ProviderPayment } from "#server/ports/payments/port.ts";
import { createProviders } from "#server/ports/payments/providers.ts";
import { openShop } from "./test-shop.ts";

const shop = await openShop();
const { services, newBuyer, orderSmallest, press, tell, webhook } = shop;
const { db } = services;
const [sandbox] = services.payments.all;
afterAll(shop.close);

const signal = new AbortController().signal;

/** What the provider reported of one payment, from its completion to the end, each time something changed. */
async function storyOf(reference: string, path: string): Promise<ProviderPayment[]> {
  const story: ProviderPayment[] = [];
  const note = async () => {
    const report = await sandbox.fetchPayment(reference, signal);
    if (report) story.push(report);
    return report;
  };
  await press(path, "pay", { method: "card" });
  await note();
  // our staff refund 3.00 at the provider
  const refund = `sr_${reference}`;
  const made = { reference: refund, payment_reference: reference, amount_minor: 300, created_at: services.clock.now() };
  await db.insertInto("sandbox_refunds").values(made).execute();
  await note();
  await press(path, "refund_done", { item: refund });
  await note();
  await press(path, "charge_back");
  const taken = await note();
  await press(path, "reverse", { item: taken?.chargebacks[0]?.reference ?? "" });
  await note();
  return story;
}

describe("D7.4 webhooks of refunds and chargebacks", () => {
  test("lead to the same money and credits in every order, however often each comes", async () => {
    const steps = [0, 1, 2, 3, 4];
    const orders = fc.shuffledSubarray([...steps, ...steps, ...steps], { minLength: 5 });
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        const { id, cookie } = await newBuyer();
        const { path, reference, id: paymentId } = await orderSmallest(cookie);
        const story = await storyOf(reference, path);
        const heard = [...order, ...steps.filter((step) => !order.includes(step))];
        for (const step of heard) {
          // the provider's answers overtake each other
          services.payments = createProviders({ ...sandbox, fetchPayment: async () => story[step] ?? null });
          const { body, headers } = webhook(reference);
          expect((await tell(body, headers)).statusCode).toBe(200);
        }
        services.payments = createProviders(sandbox);
        const payment = await db
          .selectFrom("payments")
          .select(["status", "refunded_minor", "charged_back_minor"])
          .where("id", "=", paymentId)
          .executeTakeFirstOrThrow();
        expect(payment).toEqual({ status: "completed", refunded_minor: 300, charged_back_minor: 0 });
        const { debt } = await db
          .selectFrom("wallets")
          .select("debt")
          .where("member_id", "=", id)
          .executeTakeFirstOrThrow();
        // 3.00 of 9.95 are three of ten credits
        expect([await balanceOf(db, id), debt]).toEqual([7, 0]);
      }),
      { numRuns: 30 },
    );
  });
});

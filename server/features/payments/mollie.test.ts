import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import { createMollie } from "#server/ports/payments/mollie/mollie.ts";
import { startTestMollie } from "#server/ports/payments/mollie/test-mollie.ts";
import { createProviders } from "#server/ports/payments/providers.ts";
import { checkPayments } from "./jobs.ts";
import { openShop } from "./test-shop.ts";

const shop = await openShop();
const mollie = await startTestMollie();
const { services, newBuyer, bundlesOf, order, tell, statusOf } = shop;
const { db } = services;
services.payments = createProviders(createMollie({ key: mollie.apiKey, url: mollie.url }));
afterEach(() => mollie.fail(undefined));
afterAll(async () => {
  await mollie.close();
  await shop.close();
});

async function ordered(options: Record<string, unknown> = {}) {
  const buyer = await newBuyer();
  const [bundle] = await bundlesOf(buyer.cookie);
  const key = randomUUID();
  const repeat = () => order(buyer.cookie, { bundle_id: bundle?.id, method: "card", ...options }, key);
  const answer = await repeat();
  const reference =
    String(answer.json().checkout_url ?? "")
      .split("/")
      .at(-1) ?? "";
  return { ...buyer, answer, repeat, reference, paymentId: String(answer.json().payment?.payment_id) };
}

const notify = (id: string) => tell(`id=${id}`, { "content-type": "application/x-www-form-urlencoded" });

const settled = async () => {
  while ((await services.jobs.drain(services)) > 0);
};

describe("R1.07 D7.4 a purchase at Mollie", () => {
  test("is completed by the form that Mollie posts, once, however often and however forged", async () => {
    const { id, reference, answer } = await ordered();
    expect(answer.json().checkout_url).toBe(`${mollie.url}/checkout/${reference}`);
    expect((await notify(reference)).statusCode).toBe(200);
    expect(await balanceOf(db, id)).toBe(0);
    mollie.pay(reference);
    const answers = await Promise.all(Array.from({ length: 20 }, () => notify(reference)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await balanceOf(db, id)).toBe(10);
    expect((await notify("tr_unknown1")).json().error.code).toBe("payment_not_found");
    for (const forged of ["", "tr_", "ord_12345678"])
      expect((await notify(forged)).json().error.code).toBe("webhook_refused");
  });

  test.each(["500", "html", "wrong", "lost"] as const)(
    "is ordered again after an order that Mollie answered with %j, which leaves nothing behind",
    async (fault) => {
      mollie.fail(fault);
      const { id, cookie, answer, repeat } = await ordered();
      expect(answer.statusCode).toBe(502);
      expect(answer.json().error.code).toBe("payment_unavailable");
      const rows = await db.selectFrom("payments").select("id").where("member_id", "=", id).execute();
      expect(rows).toEqual([]);
      mollie.fail(undefined);
      const again = (await repeat()).json();
      mollie.pay(again.checkout_url.split("/").at(-1));
      expect(await statusOf(cookie, again.payment.payment_id)).toBe("completed");
      expect(await balanceOf(db, id)).toBe(10);
    },
  );

  test.each(["500", "html", "wrong", "lost"] as const)(
    "whose webhook finds Mollie answering %j is completed by the next one",
    async (fault) => {
      const { id, cookie, reference, paymentId } = await ordered();
      mollie.pay(reference);
      mollie.fail(fault);
      expect((await notify(reference)).statusCode).toBe(502);
      expect(await statusOf(cookie, paymentId)).toBe("open");
      mollie.fail(undefined);
      expect((await notify(reference)).statusCode).toBe(200);
      expect(await balanceOf(db, id)).toBe(10);
    },
  );

  test("whose webhook finds Mollie silent is answered in time, and completed by the next one", async () => {
    const { id, reference } = await ordered();
    mollie.pay(reference);
    mollie.fail("silent");
    expect((await notify(reference)).statusCode).toBe(502);
    mollie.fail(undefined);
    expect((await notify(reference)).statusCode).toBe(200);
    expect(await balanceOf(db, id)).toBe(10);
  });

  test("is completed three days late, also after it had failed", async () => {
    const { id, reference, cookie, paymentId } = await ordered();
    mollie.findPayment(reference).status = "expired";
    await notify(reference);
    expect(await statusOf(cookie, paymentId)).toBe("expired");
    services.clock.advance(3 * dayMs + 1);
    mollie.pay(reference);
    await checkPayments.run(services, {});
    expect(await balanceOf(db, id)).toBe(0);
    expect((await notify(reference)).statusCode).toBe(200);
    expect(await balanceOf(db, id)).toBe(10);
  });

  test("R8.05 is repeated with the stored card, which the buyer approves at Mollie; a card that Mollie no longer charges is refused", async () => {
    const { id, cookie, reference } = await ordered({ remember: true });
    mollie.pay(reference);
    await notify(reference);
    const { methods } = (await shop.get("/api/stored-methods.php", cookie)).json();
    expect(methods).toMatchObject([{ method: "card", label: "•••• 4242" }]);
    const [bundle] = await bundlesOf(cookie);
    const stored = { bundle_id: bundle?.id, stored_method_id: methods[0].id };
    const answer = await order(cookie, stored);
    expect(answer.json().payment).toMatchObject({ status: "open", stored: true });
    expect(await balanceOf(db, id)).toBe(10);
    const again = answer.json().checkout_url.split("/").at(-1);
    expect(mollie.findPayment(again).sequenceType).toBe("oneoff");
    mollie.pay(again);
    await notify(again);
    expect(await balanceOf(db, id)).toBe(20);
    for (const mandate of mollie.mandates.values()) mandate.status = "invalid";
    expect((await order(cookie, stored)).json().error).toMatchObject({
      code: "stored_payment_failed",
      message: "Credit card payment failed",
    });
  });

  test("by a stored card charges nothing if Mollie's answer is lost, and is ordered again with the same key", async () => {
    const { id, cookie, reference } = await ordered({ remember: true });
    mollie.pay(reference);
    await notify(reference);
    const { methods } = (await shop.get("/api/stored-methods.php", cookie)).json();
    const [bundle] = await bundlesOf(cookie);
    const stored = { bundle_id: bundle?.id, stored_method_id: methods[0].id };
    const key = randomUUID();
    mollie.fail("lost");
    expect((await order(cookie, stored, key)).json().error.code).toBe("payment_unavailable");
    mollie.fail(undefined);
    expect(await balanceOf(db, id)).toBe(10);
    const again = (await order(cookie, stored, key)).json().checkout_url.split("/").at(-1);
    mollie.pay(again);
    expect((await notify(again)).statusCode).toBe(200);
    expect(await balanceOf(db, id)).toBe(20);
  });

  test("that Mollie or a bank takes back takes the credits back", async () => {
    const { id, reference } = await ordered();
    mollie.pay(reference);
    await notify(reference);
    const refund = mollie.createRefund(mollie.findPayment(reference), { amount: { value: "2.00", currency: "EUR" } });
    await notify(reference);
    expect(await balanceOf(db, id)).toBe(8);
    refund.status = "refunded";
    const chargeback = mollie.chargeBack(reference);
    await notify(reference);
    expect(await balanceOf(db, id)).toBe(0);
    chargeback.reversedAt = "2026-11-25T09:13:37+00:00";
    await notify(reference);
    await settled();
    expect(await balanceOf(db, id)).toBe(8);
  });
});

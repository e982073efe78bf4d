import { randomUUID } from "node:crypto";
import { vi } from "vitest";
import { dayMs, hourMs } from "#contract/durations.ts";
import { startPayment } from "#contract/payments.ts";
import { balanceOf } from "#server/features/credits/index.ts";
import { test as debtorTest, expect } from "./direct-debit/test-debtor.ts";
import { listOpenIssues } from "./issue-store.ts";
import { checkPayments, reconcileWithProvider } from "./jobs.ts";

const test = debtorTest
  /** What the sandbox does without a webhook, because it got lost. */
  .extend("provider", { scope: "file" }, ({ services: { db, clock } }) => ({
    set: async (paymentId: string, status: string) => {
      await db.updateTable("sandbox_payments").set({ status }).where("payment_id", "=", paymentId).execute();
    },
    chargeBack: async (paymentId: string) => {
      const { reference } = await db
        .selectFrom("sandbox_payments")
        .select("reference")
        .where("payment_id", "=", paymentId)
        .executeTakeFirstOrThrow();
      const chargeback = { reference: `sch_${paymentId}`, payment_reference: reference, amount_minor: 995 };
      await db
        .insertInto("sandbox_chargebacks")
        .values({ ...chargeback, created_at: clock.now() })
        .execute();
    },
    reverse: async (paymentId: string) => {
      const own = db.updateTable("sandbox_chargebacks").set({ reversed: true });
      await own.where("reference", "=", `sch_${paymentId}`).execute();
    },
  }))
  /** A buyer who ordered the smallest bundle, to pay it at the sandbox's page. */
  .extend("orderer", { scope: "file" }, ({ buyer }) => async () => {
    const { id, client, bundle } = await buyer();
    const body = { bundle_id: bundle.id, amount: bundle.price, begin_at_once: true } as const;
    const { payment } = (await client.call(startPayment, { body }, { key: randomUUID() })).body;
    return { id, paymentId: payment.payment_id };
  })
  .extend("booksOf", { scope: "file" }, ({ services: { db } }) => async (member: string, paymentId: string) => {
    const columns = ["status", "charged_back_minor"] as const;
    const row = await db.selectFrom("payments").select(columns).where("id", "=", paymentId).executeTakeFirstOrThrow();
    const issues = (await listOpenIssues(db)).filter((issue) => issue.payment_id === paymentId);
    const { status, charged_back_minor: chargedBack } = row;
    return { status, chargedBack, credits: await balanceOf(db, member), issues: issues.map(({ kind }) => kind) };
  });

const delivered = { status: "completed", chargedBack: 0, credits: 10, issues: [] };

test("D7.4 an unsettled payment is asked about ever more rarely, and after 60 days no more", async ({
  buyer,
  services,
}) => {
  const { db, clock } = services;
  const [payments] = services.payments.all;
  const { payment } = await (await buyer()).pay();
  const ordered = clock.now().getTime();
  const row = db.selectFrom("payments").select("provider_reference").where("id", "=", payment.payment_id);
  const { provider_reference: reference } = await row.executeTakeFirstOrThrow();
  const fetched = vi.spyOn(payments, "fetchPayment");
  const asked: number[] = [];
  while (clock.now().getTime() < ordered + 63 * dayMs) {
    const age = clock.now().getTime() - ordered;
    clock.advance(age < dayMs ? hourMs : 12 * hourMs);
    fetched.mockClear();
    await checkPayments.run(services, {});
    if (fetched.mock.calls.some(([each]) => each === reference)) asked.push((clock.now().getTime() - ordered) / dayMs);
  }
  fetched.mockRestore();
  const gaps = asked.slice(1).map((day, index) => day - (asked[index] ?? 0));
  expect(asked.filter((day) => day <= 1)).toHaveLength(24);
  expect(Math.max(...gaps)).toBeLessThanOrEqual(3);
  expect(asked.filter((day) => day > 30).length).toBeLessThan(25);
  expect(asked.at(-1)).toBeGreaterThan(57);
  expect(asked.at(-1)).toBeLessThanOrEqual(60);
});

test.for([2.5, 4, 9, 20, 40])(
  "D7.4 a direct debit whose report got lost is delivered after %d days",
  async (days, { buyer, provider, services, booksOf }) => {
    const { id, pay } = await buyer();
    const { payment } = await pay();
    await provider.set(payment.payment_id, "completed");
    services.clock.advance(days * dayMs);
    for (const job of [checkPayments, checkPayments, reconcileWithProvider]) {
      await job.run(services, {});
      expect(await booksOf(id, payment.payment_id)).toEqual(delivered);
    }
  },
);

test.for([4, 9])(
  "D7.4 after an outage of %d days a paid order is delivered, and an unpaid one ends",
  async (days, { orderer, provider, services, booksOf }) => {
    const [paid, unpaid] = [await orderer(), await orderer()];
    await provider.set(paid.paymentId, "completed");
    services.clock.advance(days * dayMs);
    await checkPayments.run(services, {});
    expect(await booksOf(paid.id, paid.paymentId)).toEqual(delivered);
    expect(await booksOf(unpaid.id, unpaid.paymentId)).toMatchObject({ status: "expired", issues: [] });
  },
);

test.for([4, 9])(
  "D7.4 after an outage of %d days a direct debit whose answer was lost too is found",
  async (days, { buyer, provider, services, booksOf }) => {
    const { id, pay } = await buyer();
    const { payment } = await pay();
    const { db, clock } = services;
    const lost = db.updateTable("payments").set({ status: "open", provider_reference: null });
    await lost.where("id", "=", payment.payment_id).execute();
    await provider.set(payment.payment_id, "completed");
    clock.advance(days * dayMs);
    await checkPayments.run(services, {});
    await reconcileWithProvider.run(services, {});
    expect(await booksOf(id, payment.payment_id)).toEqual(delivered);
  },
);

test.for([4, 9])(
  "D7.4 after an outage of %d days a chargeback of an old payment is booked, and its reversal",
  async (days, { buyer, provider, services, booksOf }) => {
    const { db, clock } = services;
    const { id, pay } = await buyer();
    const { payment } = await pay();
    await provider.set(payment.payment_id, "completed");
    clock.advance(5 * dayMs);
    await checkPayments.run(services, {});
    clock.advance(30 * dayMs);
    await provider.chargeBack(payment.payment_id);
    clock.advance(days * dayMs);
    await reconcileWithProvider.run(services, {});
    const chargedBack = { ...delivered, chargedBack: 995, credits: 0 };
    expect(await booksOf(id, payment.payment_id)).toEqual(chargedBack);
    const blocks = db.selectFrom("direct_debit_blocks").select("member_id").where("member_id", "=", id);
    expect(await blocks.execute()).toHaveLength(1);
    const uses = db.selectFrom("direct_debit_uses").select("barred_at").where("payment_id", "=", payment.payment_id);
    expect((await uses.executeTakeFirstOrThrow()).barred_at).not.toBeNull();
    await provider.reverse(payment.payment_id);
    clock.advance(days * dayMs);
    await reconcileWithProvider.run(services, {});
    expect(await booksOf(id, payment.payment_id)).toEqual(delivered);
  },
);

test("D7.4 a chargeback that a webhook and the job report at once is booked once", async ({
  orderer,
  provider,
  services,
  booksOf,
  mails,
}) => {
  const { id, paymentId } = await orderer();
  await provider.set(paymentId, "completed");
  services.clock.advance(hourMs);
  await checkPayments.run(services, {});
  await provider.chargeBack(paymentId);
  services.clock.advance(2 * hourMs);
  await Promise.all([1, 2, 3].map(() => reconcileWithProvider.run(services, {})));
  expect(await booksOf(id, paymentId)).toEqual({ ...delivered, chargedBack: 995, credits: 0 });
  const sent = (await mails()).filter(({ text }) => text.includes(paymentId));
  expect(sent).toHaveLength(2);
});

test("D7.4 the comparison settles a difference, and stores it if that fails", async ({
  orderer,
  provider,
  services,
  booksOf,
}) => {
  const { clock } = services;
  const [payments] = services.payments.all;
  const [paid, expired, failing] = [await orderer(), await orderer(), await orderer()];
  for (const { paymentId } of [paid, failing]) await provider.set(paymentId, "completed");
  clock.advance(2 * hourMs);
  const { fetchPayment } = payments;
  const fetching = vi.spyOn(payments, "fetchPayment").mockImplementation(async (reference, signal) => {
    const report = await fetchPayment(reference, signal);
    // the second question about it, which is that of settling, gets no answer
    const again = fetching.mock.calls.filter(([each]) => each === reference).length > 1;
    if (report?.paymentId === failing.paymentId && again) throw new Error("away");
    return report;
  });
  await reconcileWithProvider.run(services, {});
  fetching.mockRestore();
  expect(await booksOf(paid.id, paid.paymentId)).toEqual(delivered);
  expect(await booksOf(expired.id, expired.paymentId)).toMatchObject({ status: "expired", issues: [] });
  expect(await booksOf(failing.id, failing.paymentId)).toMatchObject({ status: "open", issues: ["status_differs"] });
});

test("D7.4 an order is given up after three days if the provider answers, and after 60 if it does not", async ({
  orderer,
  services,
  booksOf,
}) => {
  const { db, clock } = services;
  const [payments] = services.payments.all;
  const orders = [await orderer(), await orderer()];
  const [first, former] = orders;
  await db
    .updateTable("payments")
    .set({ provider: "former" })
    .where("id", "=", former?.paymentId ?? "")
    .execute();
  const statuses = async () =>
    await Promise.all(orders.map(async ({ id, paymentId }) => (await booksOf(id, paymentId)).status));
  const fetching = vi.spyOn(payments, "fetchPayment").mockRejectedValue(new Error("away"));
  clock.advance(9 * dayMs);
  await checkPayments.run(services, {});
  expect(await statuses()).toEqual(["open", "failed"]);
  const empty = { method: null, country: null, refunds: [], chargebacks: [], stored: null };
  const report = { amount: 995, currency: "EUR", ...empty };
  fetching.mockResolvedValue({ ...report, paymentId: first?.paymentId ?? "", status: "open" });
  clock.advance(dayMs);
  await checkPayments.run(services, {});
  expect(await statuses()).toEqual(["failed", "failed"]);
  orders.push(await orderer());
  fetching.mockRejectedValue(new Error("away"));
  clock.advance(59 * dayMs);
  await checkPayments.run(services, {});
  expect(await statuses()).toEqual(["failed", "failed", "open"]);
  clock.advance(2 * dayMs);
  await checkPayments.run(services, {});
  expect(await statuses()).toEqual(["failed", "failed", "failed"]);
  fetching.mockRestore();
});

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { dayOf } from "#contract/days.ts";
import { dayMs, hourMs } from "#contract/durations.ts";
import { closeIssue, findSpending, listOpenIssues } from "./issue-store.ts";
import { checkPayments, reconcileWithProvider } from "./jobs.ts";
import { findPaymentById, lockPayment } from "./payments-store.ts";
import { refundPayment } from "./refund-payment.ts";
import { openShop } from "./test-shop.ts";

const shop = await openShop();
const { services, newBuyer, orderSmallest, press, runJobs } = shop;
const { db, clock, mail } = services;
afterAll(shop.close);
beforeEach(() => clock.advance(8 * dayMs));

async function bought() {
  const buyer = await newBuyer();
  const { path, id, reference } = await orderSmallest(buyer.cookie);
  await press(path, "pay");
  await runJobs();
  return { ...buyer, paymentId: id, reference };
}
const issuesOf = async (reference: string) =>
  (await listOpenIssues(db)).filter((issue) => issue.subject === reference).map(({ kind }) => kind);
const reconcile = () => reconcileWithProvider.run(services, {});
const paymentRow = (id: string, change: object) =>
  db.updateTable("payments").set(change).where("id", "=", id).execute();

test("D7.4 the daily reconciliation is silent while ledger, payments and provider agree", async () => {
  const buyers = [await bought(), await bought()];
  clock.advance(2 * hourMs);
  await reconcile();
  for (const { reference } of buyers) expect(await issuesOf(reference)).toEqual([]);
});

test("D7.4 it stores each difference once, logs it, and staff close it", async () => {
  const [held, unknown] = [await bought(), await bought()];
  await db.updateTable("sandbox_payments").set({ amount_minor: 1 }).where("reference", "=", held.reference).execute();
  await paymentRow(unknown.paymentId, { provider_reference: randomUUID() });
  clock.advance(2 * hourMs);
  const logged = vi.spyOn(services.log, "error");
  await reconcile();
  await reconcile();
  expect(await issuesOf(held.reference)).toEqual(["amount_differs"]);
  expect(await issuesOf(unknown.reference)).toEqual(["unknown_payment"]);
  const lines = logged.mock.calls.filter(([about]) => JSON.stringify(about).includes(held.reference));
  expect(lines).toHaveLength(1);
  logged.mockRestore();
  const [issue] = (await listOpenIssues(db)).filter(({ subject }) => subject === held.reference);
  expect(await closeIssue(db, issue?.id ?? "", clock.now())).toBe(true);
  await reconcile();
  expect(await issuesOf(held.reference)).toEqual([]);
});

test("D7.4 payments of the last hour are left to their webhooks", async () => {
  const buyer = await newBuyer();
  const { reference } = await orderSmallest(buyer.cookie);
  await db.updateTable("sandbox_payments").set({ status: "completed" }).where("reference", "=", reference).execute();
  await reconcile();
  expect(await issuesOf(reference)).toEqual([]);
});

test("D7.4 a refund whose webhook got lost is settled, and the buyer gets a mail", async () => {
  const buyer = await bought();
  const refund = { amount: 995, credits: 10, reason: "staff", now: clock.now() } as const;
  await db.transaction().execute(async (trx) => {
    const locked = await lockPayment(trx, "sandbox", buyer.paymentId);
    if (!locked) throw new Error("no payment");
    await refundPayment(services, locked, refund);
  });
  await runJobs();
  await db.updateTable("sandbox_refunds").set({ status: "completed" }).execute();
  clock.advance(hourMs);
  await checkPayments.run(services, {});
  await runJobs();
  const { status } = await db
    .selectFrom("refunds")
    .select("status")
    .where("payment_id", "=", buyer.paymentId)
    .executeTakeFirstOrThrow();
  expect(status).toBe("completed");
  const mails = mail.sent.filter((each) => each.to === buyer.email && each.subject.startsWith("Your refund"));
  expect(mails.map(({ subject }) => subject)).toEqual(["Your refund from Rendezvous: €9.95"]);
});

test("D7.4 an order that never reached the provider is given up after a day; late money still counts", async () => {
  const buyer = await newBuyer();
  const { id, path } = await orderSmallest(buyer.cookie);
  await paymentRow(id, { provider_reference: null });
  // the buyer pays in time, and we hear of it late
  await press(path, "pay");
  clock.advance(23 * hourMs);
  await checkPayments.run(services, {});
  expect((await findPaymentById(db, id))?.status).toBe("open");
  clock.advance(2 * hourMs);
  await checkPayments.run(services, {});
  expect((await findPaymentById(db, id))?.status).toBe("failed");
  await runJobs();
  expect((await findPaymentById(db, id))?.status).toBe("completed");
});

test("quality: unusual spending is flagged for staff, once a day", async () => {
  const buyer = await newBuyer();
  const flagged = async () =>
    (await listOpenIssues(db)).filter((issue) => issue.member_id === buyer.id && issue.kind === "unusual_spending");
  for (let count = 1; count <= 7; count += 1) {
    const { path } = await orderSmallest(buyer.cookie);
    await press(path, "pay");
    await runJobs();
    expect(await flagged()).toHaveLength(count > 5 ? 1 : 0);
  }
  expect((await flagged())[0]?.detail).toEqual({ purchases: 6, total: 5970, usual: 0 });
});

test("quality: a usual day of spending is a day in UTC, whatever zone the database's session has", async () => {
  const buyer = await newBuyer();
  const since = clock.now();
  // one day in UTC, two in Auckland
  for (const time of ["T10:00:00Z", "T14:00:00Z"]) {
    const { path, id } = await orderSmallest(buyer.cookie);
    await press(path, "pay");
    await runJobs();
    await paymentRow(id, { completed_at: new Date(`${dayOf(new Date(since.getTime() - 3 * dayMs))}${time}`) });
  }
  for (const zone of ["UTC", "Pacific/Auckland", "America/Los_Angeles"]) {
    const spending = await db.transaction().execute(async (trx) => {
      await sql`select set_config('timezone', ${zone}, true)`.execute(trx);
      return await findSpending(trx, buyer.id, since);
    });
    expect(spending, zone).toEqual({ count: 0, total: 0, usual: 2 * 995 });
  }
});

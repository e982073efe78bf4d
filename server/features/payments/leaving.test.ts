import { randomUUID } from "node:crypto";
import { getLink } from "#contract/account.ts";
import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import { sanctionMember } from "#contract/staff-members.ts";
import { getUnspent, withdraw } from "#contract/withdrawals.ts";
import { dice } from "#demo/random.ts";
import { deleteOwnAccount, newestToken, restoreByLink } from "#server/features/account/test-leaving.ts";
import { balanceOf, book } from "#server/features/credits/index.ts";
import { findUnbalanced } from "#server/features/credits/test-books.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { eraseAccounts } from "#server/features/privacy/jobs.ts";
import { createProviders } from "#server/ports/payments/providers.ts";
import { test as base, expect } from "#server/test.ts";
import { checkPayments } from "./jobs.ts";
import { sendRefund } from "./refund-payment.ts";
import { showUnspent } from "./refund-unspent.ts";
import { plantPurchase } from "./test-purchase.ts";
import { refundableOf } from "./withdrawals/rules.ts";

const test = base
  /** A member with five free credits, and what they do. */
  .extend("leaver", { scope: "file" }, ({ signedUp, services, siteIds: [siteId] }) => async () => {
    const { db, clock } = services;
    const { id, client, form } = await signedUp();
    const own = { id, siteId };
    const buy = (purchase: Parameters<typeof plantPurchase>[2] = {}) => plantPurchase(services, own, purchase);
    const spend = async (amount: number) => {
      const entry = { memberId: id, siteId, amount: -amount, causeId: randomUUID(), now: clock.now() };
      await book(db, { ...entry, cause: "message" });
    };
    /** Payment, amount, credits and status of each refund, in their order. */
    const refunds = async (paymentIds: readonly string[]) => {
      const rows = db.selectFrom("refunds").selectAll().where("payment_id", "in", paymentIds).orderBy("id");
      return (await rows.execute()).map((row) => [
        paymentIds.indexOf(row.payment_id),
        row.amount_minor,
        row.credits,
        row.status,
      ]);
    };
    const leave = () => deleteOwnAccount(client, { refund: true });
    return { id, client, email: form.email, buy, spend, refunds, leave };
  });

test.afterEach(async ({ services: { db } }) => expect(await findUnbalanced(db)).toEqual([]));

test("D3.9 D7.4 who deletes the account with a refund gets bought, unspent credits back, the newest purchase first, once", async ({
  leaver,
  services,
  mails,
  visitor,
  given,
}) => {
  const { id, client, email, buy, spend, refunds, leave } = await leaver();
  const before = new Date(services.clock.now().getTime() - 400 * dayMs);
  const bought = [await buy({ at: before }), await buy({ credits: 25, amount: 2_245 })];
  // of 40 credits 12 are left: the five free ones count as spent first
  await spend(28);
  expect((await client.call(getUnspent)).body).toEqual({
    credits: 12,
    refunds: [{ amount: 1_078, currency: "EUR" }],
    coming: [],
  });
  const answer = await leave();
  expect(answer.body).toMatchObject({ refunds: [{ amount: 1_078, currency: "EUR" }] });
  expect(await balanceOf(services.db, id)).toBe(0);
  const sent = await mails(email);
  expect(sent.find(({ subject }) => subject.endsWith("has been deleted"))?.text).toContain("We’ll send €10.78 back");
  expect(await refunds(bought)).toEqual([[1, 1_078, 12, "pending"]]);
  const token = await newestToken(given, email);
  const { body } = await visitor().call(getLink, { query: { token } });
  const refunded = [{ amount: 1_078, currency: "EUR" }];
  expect(body.restores).toEqual({ credits: 0, refunds: refunded });
  expect((await restoreByLink(given, email)).answer.body).toMatchObject({ kind: "reactivation", refunds: refunded });
});

test("D3.9 deleting without a refund refunds nothing, and coming back within 14 days has the credits again", async ({
  leaver,
  given,
  services,
}) => {
  const { id, client, email, buy, refunds } = await leaver();
  const bought = [await buy()];
  expect((await deleteOwnAccount(client)).body).toMatchObject({ refunds: [] });
  expect(await refunds(bought)).toEqual([]);
  await restoreByLink(given, email);
  expect(await balanceOf(services.db, id)).toBe(15);
});

test("D3.9 D7.1 whatever was bought and spent, the refunds are those of one withdrawal after the other, never more than was paid, and none for free credits", async ({
  member,
  services,
}) => {
  const { db, clock } = services;
  const { between } = dice("leaving");
  for (let round = 0; round < 25; round += 1) {
    const owner = await member({ credits: between(0, 9) });
    const { id: memberId, siteId } = owner;
    const ids: string[] = [];
    for (let purchase = between(0, 4); purchase > 0; purchase -= 1) {
      const at = new Date(clock.now().getTime() - between(1, 900) * hourMs);
      ids.push(await plantPurchase(services, owner, { credits: between(1, 60), amount: between(1, 9_999), at }));
    }
    const spent = between(0, await balanceOf(db, memberId));
    const entry = { memberId, siteId, amount: -spent, causeId: randomUUID(), now: clock.now() };
    if (spent > 0) await book(db, { ...entry, cause: "message" });
    // what a withdrawal from each would refund, one after the other
    const rows = await db.selectFrom("payments").selectAll().where("member_id", "=", memberId).execute();
    const newestFirst = rows.sort((a, b) => Number(b.completed_at) - Number(a.completed_at) || (a.id < b.id ? 1 : -1));
    let balance = await balanceOf(db, memberId);
    let expected = 0;
    for (const payment of newestFirst) {
      const refund = refundableOf(payment, { takenBack: 0, balance });
      balance -= refund.credits;
      expected += refund.amount;
    }
    const unspent = await showUnspent(db, memberId);
    const sum = (amounts: readonly { amount: number }[]) => amounts.reduce((all, { amount }) => all + amount, 0);
    expect(sum(unspent.refunds)).toBe(expected);
    expect(expected).toBeLessThanOrEqual(rows.reduce((all, row) => all + row.amount_minor, 0));
    expect(unspent.credits).toBeLessThanOrEqual(rows.reduce((all, row) => all + row.credits, 0));
  }
});

test("D3.9 D7.7 a withdrawal, two deletions and a ban at once refund each credit once", async ({
  leaver,
  given,
  services,
}) => {
  const admin = await staffMember(given, "admin");
  for (let round = 0; round < 4; round += 1) {
    const { id, client, buy, leave } = await leaver();
    const bought = [await buy(), await buy()];
    const body = { id, version: 0, measure: "banned", days: 7, ground: "harassment", words: "Why" } as const;
    await Promise.all([
      leave(),
      client.call(withdraw, { body: { payment_id: bought[0] ?? "" } }),
      leave(),
      admin.client.call(sanctionMember, { body }),
    ]);
    const sums = services.db.selectFrom("refunds").select(["amount_minor", "credits"]);
    const rows = await sums.where("payment_id", "in", bought).execute();
    expect(rows.reduce((sum, { amount_minor }) => sum + amount_minor, 0)).toBe(2_000);
    expect(rows.reduce((sum, { credits }) => sum + credits, 0)).toBe(20);
    expect((await showUnspent(services.db, id)).refunds).toEqual([]);
  }
});

test("D3.9 D7.4 the refund is paid out although the provider was down and the account is erased meanwhile; then a chargeback books no debt", async ({
  leaver,
  services,
}) => {
  const { db, clock } = services;
  const [payments] = services.payments.all;
  const { id, buy, refunds, leave } = await leaver();
  const bought = [await buy()];
  await leave();
  const [refund] = await db.selectFrom("refunds").select("id").where("payment_id", "in", bought).execute();
  const down = {
    ...services,
    payments: createProviders({ ...payments, refund: () => Promise.reject(new Error("down")) }),
  };
  await expect(sendRefund.run(down, { id: refund?.id ?? "" })).rejects.toThrow("down");
  const begin = clock.now();
  clock.advance(15 * dayMs);
  await eraseAccounts.run(services, {});
  expect(await db.selectFrom("accounts").select("id").where("id", "=", id).execute()).toEqual([]);
  await checkPayments.run(services, {});
  await services.jobs.drain(services);
  expect(await refunds(bought)).toEqual([[0, 1_000, 10, "pending"]]);
  await db
    .updateTable("sandbox_refunds")
    .set({ status: "completed" })
    .where("refund_id", "=", refund?.id ?? "")
    .execute();
  const reference = db
    .selectFrom("payments")
    .select("provider_reference")
    .where("id", "=", bought[0] ?? "");
  const { provider_reference } = await reference.executeTakeFirstOrThrow();
  const chargeback = { reference: "late", payment_reference: provider_reference ?? "", amount_minor: 1_000 };
  await db
    .insertInto("sandbox_chargebacks")
    .values({ ...chargeback, created_at: clock.now() })
    .execute();
  clock.advance(11 * minuteMs);
  await checkPayments.run(services, {});
  await services.jobs.drain(services);
  expect(await refunds(bought)).toEqual([[0, 1_000, 10, "completed"]]);
  expect(
    await db
      .selectFrom("debts")
      .select("id")
      .where("cause_id", "=", bought[0] ?? "")
      .execute(),
  ).toEqual([]);
  clock.set(begin.toISOString());
});

test("D7.4 D7.5 a debit on its way is told of; it goes back as a whole when it arrives after the deletion", async ({
  leaver,
  services,
}) => {
  const { db, clock } = services;
  const { client, buy, refunds, leave } = await leaver();
  const pending = [await buy({ status: "pending" })];
  expect((await client.call(getUnspent)).body).toEqual({
    credits: 0,
    refunds: [],
    coming: [{ amount: 1_000, currency: "EUR" }],
  });
  expect((await leave()).body).toMatchObject({ refunds: [] });
  await db.updateTable("sandbox_payments").set({ status: "completed" }).where("payment_id", "in", pending).execute();
  clock.advance(11 * minuteMs);
  await checkPayments.run(services, {});
  expect(await refunds(pending)).toEqual([[0, 1_000, 0, "queued"]]);
});

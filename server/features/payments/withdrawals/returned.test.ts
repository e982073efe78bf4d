import { randomUUID } from "node:crypto";
import { sendMessage } from "#contract/chat.ts";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { startPayment } from "#contract/payments.ts";
import { withdraw } from "#contract/withdrawals.ts";
import { decline } from "#server/features/chat/promise/test-promised.ts";
import { book, giveBack, takeBack } from "#server/features/credits/index.ts";
import { findUnbalanced } from "#server/features/credits/test-books.ts";
import { eraseAccount } from "#server/features/privacy/index.ts";
import type { Member } from "#server/test.ts";
import { test as debtorTest, expect } from "../direct-debit/test-debtor.ts";
import { checkPayments, reconcileWithProvider } from "../jobs.ts";
import { refundReturned } from "./refund-returned.ts";

type Cause = Parameters<typeof giveBack>[2]["cause"];

/** A buyer of ten credits for 9.95, and what they do. */
const test = debtorTest.extend("owner", { scope: "file" }, ({ buyer, services }) => {
  const { db, clock } = services;
  return async (credits = 0) => {
    const one = await buyer({ credits, premium: true });
    const { id: memberId, siteId, client, bundle } = one;
    const buy = async () => {
      const body = { bundle_id: bundle.id, amount: bundle.price, begin_at_once: true } as const;
      const id: string = (await client.call(startPayment, { body }, { key: randomUUID() })).body.payment.payment_id;
      await db.updateTable("sandbox_payments").set({ status: "completed" }).where("payment_id", "=", id).execute();
      clock.advance(11 * minuteMs);
      await checkPayments.run(services, {});
      return id;
    };
    /** Spends credits on a message; returns its id. */
    const spend = async (amount: number) => {
      const entry = { memberId, siteId, amount: -amount, causeId: randomUUID(), now: clock.now() };
      await book(db, { ...entry, cause: "message" });
      return entry.causeId;
    };
    const comeBack = async (causeId: string, amount: number, cause: Cause = "declined") => {
      const returned = { memberId, siteId, cause, causeId, now: clock.now() };
      await db.transaction().execute((trx) => giveBack(trx, amount, returned));
    };
    const withdrawFrom = async (id: string) => (await client.call(withdraw, { body: { payment_id: id } })).body.refund;
    const left = async () => {
      const wallet = db.selectFrom("wallets").select(["credits", "debt"]).where("member_id", "=", memberId);
      return await wallet.executeTakeFirstOrThrow();
    };
    /** Credits, amount and status of each refund. */
    const refundsOf = async (paymentId: string) => {
      const rows = db.selectFrom("refunds").select(["credits", "amount_minor", "status"]);
      const refunds = await rows.where("payment_id", "=", paymentId).orderBy("created_at").orderBy("id").execute();
      return refunds.map((refund) => [refund.credits, refund.amount_minor, refund.status]);
    };
    return { ...one, buy, spend, comeBack, withdrawFrom, left, refundsOf };
  };
});

test.afterEach(async ({ services: { db } }) => expect(await findUnbalanced(db)).toEqual([]));

test("R10.01 D14.8 credits that come back after the withdrawal from their purchase are refunded, once, and mailed", async ({
  owner,
  member,
  services,
  mails,
  events,
}) => {
  const { buy, withdrawFrom, left, refundsOf, client, email, id: memberId } = await owner(5);
  const id = await buy();
  const chats: { other: Member; conversation: string }[] = [];
  for (let count = 0; count < 8; count += 1) {
    const other = await member();
    const body = { member: other.id, text: `Hello, how are you today? I am number ${count}.` };
    const sent = await client.call(sendMessage, { body }, { key: randomUUID() });
    chats.push({ other, conversation: sent.body.conversation.id });
  }
  const declineSome = async (from: number, to: number) => {
    for (const { other, conversation } of chats.slice(from, to)) {
      expect((await decline(other, conversation)).status).toBe(200);
    }
  };
  const first = { credits: 7, amount: 697, currency: "EUR" };
  expect(await withdrawFrom(id)).toEqual(first);
  await declineSome(0, 1);
  const heard = events({ id: memberId });
  await refundReturned.run(services, {});
  expect(heard).toContainEqual({ type: "credits", credits: 0 });
  await declineSome(1, 8);
  for (let runs = 0; runs < 2; runs += 1) {
    await Promise.all([1, 2, 3].map(() => refundReturned.run(services, {})));
    expect(await left()).toEqual({ credits: 5, debt: 0 });
  }
  expect(await refundsOf(id)).toEqual([
    [7, 697, "queued"],
    [1, 100, "queued"],
    [2, 198, "queued"],
  ]);
  expect(await withdrawFrom(id)).toEqual(first);
  await services.jobs.drain(services);
  await services.db.updateTable("sandbox_refunds").set({ status: "completed" }).execute();
  services.clock.advance(11 * minuteMs);
  await checkPayments.run(services, {});
  const sent = (await mails(email)).filter(({ subject }) => subject.startsWith("Your refund"));
  expect(sent.map(({ subject }) => subject.split(": ").at(-1)).sort()).toEqual(["€1.00", "€1.98", "€6.97"]);
});

test.for(["no_answer", "fraud", "photo_refund"] as const)(
  "D14.8 so are those that come back by %s",
  async (cause, { owner, services }) => {
    const { buy, spend, comeBack, withdrawFrom, left, refundsOf } = await owner();
    const id = await buy();
    const message = await spend(1);
    await withdrawFrom(id);
    await comeBack(message, 1, cause);
    await comeBack(message, 1, "declined");
    await refundReturned.run(services, {});
    expect(await left()).toEqual({ credits: 0, debt: 0 });
    expect((await refundsOf(id)).map(([, amount]) => amount)).toEqual([896, 99]);
  },
);

test("D14.8 credits that were spent after the withdrawal, or again since, are not refunded for it", async ({
  owner,
  services,
}) => {
  const { buy, spend, comeBack, withdrawFrom, left, refundsOf } = await owner();
  const id = await buy();
  const before = await spend(3);
  await withdrawFrom(id);
  const later = await buy();
  await comeBack(await spend(4), 4);
  await refundReturned.run(services, {});
  expect(await left()).toEqual({ credits: 10, debt: 0 });
  await comeBack(before, 3);
  await spend(13);
  await refundReturned.run(services, {});
  expect(await left()).toEqual({ credits: 0, debt: 0 });
  expect([(await refundsOf(id)).length, (await refundsOf(later)).length]).toEqual([1, 0]);
});

test.for([
  ["before the second withdrawal", true],
  ["after it", false],
] as const)(
  "D14.8 two withdrawn purchases whose credits all come back, the first %s, are refunded whole",
  async ([, early], { owner, services }) => {
    const { buy, spend, comeBack, withdrawFrom, left, refundsOf } = await owner();
    const one = await buy();
    const nine = await spend(9);
    const other = await buy();
    const eight = await spend(8);
    expect((await withdrawFrom(one)).credits).toBe(3);
    await comeBack(nine, 9);
    if (early) await refundReturned.run(services, {});
    expect((await withdrawFrom(other)).credits).toBe(early ? 2 : 9);
    await comeBack(eight, 8);
    await refundReturned.run(services, {});
    expect(await left()).toEqual({ credits: 0, debt: 0 });
    for (const id of [one, other]) {
      const refunds = await refundsOf(id);
      expect(refunds.reduce((sum, [credits]) => sum + Number(credits), 0)).toBe(10);
      expect(refunds.reduce((sum, [, amount]) => sum + Number(amount), 0)).toBe(995);
    }
  },
);

test("D14.8 what the bank has taken back is not refunded as well", async ({ owner, services }) => {
  const { buy, spend, comeBack, withdrawFrom, left, refundsOf } = await owner();
  const id = await buy();
  const message = await spend(4);
  await withdrawFrom(id);
  const { db, clock } = services;
  const sandbox = db.selectFrom("sandbox_payments").select("reference").where("payment_id", "=", id);
  const { reference } = await sandbox.executeTakeFirstOrThrow();
  const chargeback = { reference: `sch_${id}`, payment_reference: reference, amount_minor: 995 };
  await db
    .insertInto("sandbox_chargebacks")
    .values({ ...chargeback, created_at: clock.now() })
    .execute();
  clock.advance(dayMs);
  await reconcileWithProvider.run(services, {});
  expect(await left()).toEqual({ credits: 0, debt: 4 });
  await comeBack(message, 4);
  await refundReturned.run(services, {});
  expect(await left()).toEqual({ credits: 0, debt: 0 });
  expect(await refundsOf(id)).toHaveLength(1);
});

test("D14.8 credits that settled a debt are not refunded, also once there are others", async ({ owner, services }) => {
  const { id: memberId, siteId, buy, spend, comeBack, withdrawFrom, left, refundsOf } = await owner();
  const id = await buy();
  const message = await spend(4);
  await withdrawFrom(id);
  const { db, clock } = services;
  const owed = { memberId, siteId, cause: "chargeback" as const, causeId: randomUUID(), now: clock.now() };
  await db.transaction().execute((trx) => takeBack(trx, 3, owed));
  await comeBack(message, 4);
  await refundReturned.run(services, {});
  expect(await left()).toEqual({ credits: 0, debt: 0 });
  await buy();
  await refundReturned.run(services, {});
  expect(await left()).toEqual({ credits: 10, debt: 0 });
  expect((await refundsOf(id)).map(([credits]) => credits)).toEqual([6, 1]);
});

test("D14.8 a refund that the provider refuses is undone and not sent again; an erased account gets none", async ({
  owner,
  services,
}) => {
  const { id: memberId, buy, spend, comeBack, withdrawFrom, left, refundsOf } = await owner();
  const { db, clock, jobs } = services;
  const id = await buy();
  const [one, other] = [await spend(2), await spend(1)];
  await withdrawFrom(id);
  await jobs.drain(services);
  await comeBack(one, 2);
  await refundReturned.run(services, {});
  await db.updateTable("sandbox_payments").set({ amount_minor: 797 }).where("payment_id", "=", id).execute();
  await jobs.drain(services);
  const refunds = [
    [7, 697, "pending"],
    [2, 199, "failed"],
  ];
  for (let runs = 0; runs < 3; runs += 1) await refundReturned.run(services, {});
  expect(await refundsOf(id)).toEqual(refunds);
  expect(await left()).toEqual({ credits: 2, debt: 0 });
  await comeBack(other, 1);
  const deleted = { status: "deleted", deleted_at: new Date(clock.now().getTime() - 15 * dayMs) };
  await db.updateTable("accounts").set(deleted).where("id", "=", memberId).execute();
  expect(await eraseAccount(services, memberId)).toBe(true);
  await refundReturned.run(services, {});
  expect(await refundsOf(id)).toEqual(refunds);
});

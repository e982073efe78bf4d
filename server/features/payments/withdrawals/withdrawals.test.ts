import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { dayMs, hourMs } from "#contract/durations.ts";
import { balanceOf, book } from "#server/features/credits/index.ts";
import { checkPayments, reconcileWithProvider } from "#server/features/payments/jobs.ts";
import { openShop } from "#server/features/payments/test-shop.ts";
import { purgeOldRows } from "#server/features/retention.ts";
import { saveSetting } from "#server/features/sites/index.ts";
import { closeWithdrawal } from "./store.ts";

const shop = await openShop();
const { services, newBuyer, orderSmallest, press, get, runJobs, send, withdraw } = shop;
const { db, mail, clock } = services;
afterAll(shop.close);
beforeEach(() => clock.set("2026-11-20T18:00:00Z"));

/** A buyer of ten credits for €9.95 who has spent some of them. */
async function buyerWho({ spent = 0 } = {}) {
  const buyer = await newBuyer();
  const { path, id } = await orderSmallest(buyer.cookie);
  await press(path, "pay");
  await runJobs();
  for (let count = 0; count < spent; count += 1) {
    const message = { memberId: buyer.id, siteId: buyer.siteId, now: clock.now() };
    await book(db, { ...message, amount: -1, cause: "message", causeId: randomUUID() });
  }
  mail.sent.length = 0;
  return { ...buyer, paymentId: id };
}

let addresses = 0;
const request = (email: string, number: string) => {
  addresses += 1;
  const from = { remoteAddress: `192.0.2.${addresses % 250}` };
  return send("POST", "/api/withdrawal-request.php", "", { email, number }, from);
};
const refundsOf = (paymentId: string) =>
  db
    .selectFrom("refunds")
    .select(["amount_minor", "credits", "reason", "status"])
    .where("payment_id", "=", paymentId)
    .execute();
const openOf = (memberId: string | null) =>
  db
    .selectFrom("withdrawals")
    .selectAll()
    .where("outcome", "=", "recorded")
    .where("closed_at", "is", null)
    .where("member_id", "is not distinct from", memberId)
    .orderBy("created_at")
    .execute();

/** The link in the newest mail that confirms a withdrawal to an address. */
const linkFor = async (email: string) => {
  await runJobs();
  const confirmation = mail.sent.findLast((each) => each.to === email && each.text.includes("/withdrawal/"));
  return /\/withdrawal\/([\w-]+)/.exec(confirmation?.text ?? "")?.[1] ?? "";
};
const confirm = (token: string) => send("PUT", "/api/withdrawal-request.php", "", { token });

describe("D7.7 a member withdraws from a purchase", () => {
  test("and reads with the payment and in the list what went back, and when it was sent", async () => {
    const buyer = await buyerWho({ spent: 5 });
    const shown = async () => {
      const { payment } = (await get(`/api/payment.php?id=${buyer.paymentId}`, buyer.cookie)).json();
      expect((await get("/api/payments.php", buyer.cookie)).json().payments).toEqual([payment]);
      return payment;
    };
    const updates = async () =>
      (await get("/api/updates.php", buyer.cookie)).json().updates.map((each: { kind: string }) => each.kind);
    expect(await shown()).toMatchObject({ refunded: 0, refunded_at: null, withdrawn_at: null });
    await withdraw(buyer.cookie, buyer.paymentId);
    // at once: the provider may take days to send it
    expect(await updates()).toEqual(["refund_ordered"]);
    const withdrawn = { refunded: 498, withdrawn_at: "2026-11-20T18:00:00.000Z" };
    expect(await shown()).toMatchObject({ ...withdrawn, refunded_at: null });
    await runJobs();
    clock.advance(hourMs);
    await db.updateTable("sandbox_refunds").set({ status: "completed" }).execute();
    await checkPayments.run(services, {});
    expect(await shown()).toMatchObject({ ...withdrawn, refunded_at: "2026-11-20T19:00:00.000Z" });
    expect(await updates()).toEqual(["refund_sent", "refund_ordered"]);
  });

  test("and gets the price of the unspent credits back, with a mail that confirms it", async () => {
    const buyer = await buyerWho({ spent: 7 });
    const offered = (await get("/api/withdrawals.php", buyer.cookie)).json().purchases;
    expect(offered).toMatchObject([{ refund: { credits: 3, amount: 299 }, withdrawn_at: null }]);
    const answer = await withdraw(buyer.cookie, buyer.paymentId);
    expect(answer.json()).toEqual({
      refund: { credits: 3, amount: 299, currency: "EUR" },
      received_at: "2026-11-20T18:00:00.000Z",
    });
    expect(await balanceOf(db, buyer.id)).toBe(0);
    await runJobs();
    expect(await refundsOf(buyer.paymentId)).toMatchObject([{ amount_minor: 299, credits: 3, reason: "withdrawal" }]);
    const [confirmation] = mail.sent.filter((each) => each.to === buyer.email);
    expect(confirmation?.subject).toBe("We’ve received your withdrawal");
    expect(confirmation?.text).toContain(`Number: ${buyer.paymentId}\nReceived: 20 November 2026 at 18:00 UTC`);
    expect(confirmation?.text).toContain("€2.99");
  });

  test("and the mail says that Premium ends, if the only purchase goes back whole", async () => {
    const mailTo = async (spent: number) => {
      const buyer = await buyerWho({ spent });
      await withdraw(buyer.cookie, buyer.paymentId);
      await runJobs();
      return mail.sent.find((each) => each.to === buyer.email)?.text;
    };
    expect(await mailTo(0)).toContain("You’re no longer Premium.");
    expect(await mailTo(1)).not.toContain("Premium.");
  });

  test("once, however often it is declared, even at once", async () => {
    const buyer = await buyerWho();
    const answers = await Promise.all(Array.from({ length: 10 }, () => withdraw(buyer.cookie, buyer.paymentId)));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(answers[0]?.json().refund).toEqual({ credits: 10, amount: 995, currency: "EUR" });
    expect(await refundsOf(buyer.paymentId)).toHaveLength(1);
    expect(await balanceOf(db, buyer.id)).toBe(0);
    await runJobs();
    expect(mail.sent.filter((each) => each.subject === "We’ve received your withdrawal")).toHaveLength(1);
    const offered = (await get("/api/withdrawals.php", buyer.cookie)).json().purchases;
    expect(offered).toMatchObject([{ refund: { credits: 0, amount: 0 }, withdrawn_at: "2026-11-20T18:00:00.000Z" }]);
  });

  test("not with all credits spent", async () => {
    const buyer = await buyerWho({ spent: 10 });
    const answer = await withdraw(buyer.cookie, buyer.paymentId);
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, "withdrawal_nothing_left"]);
    expect(await refundsOf(buyer.paymentId)).toEqual([]);
  });

  test.each([
    ["30 days, now 14", 30, 14, 25],
    ["14 days, now 30", 14, 30, 25],
  ])("within the days that the order said, whatever they are now: %s", async (_, promised, now, after) => {
    const setDays = async (days: number) => {
      await saveSetting(db, shop.siteIds[0] ?? 0, "refund_days", days);
      // each process knows it by then
      clock.advance(6_000);
    };
    await setDays(promised);
    const buyer = await newBuyer();
    const { path, id } = await orderSmallest(buyer.cookie);
    await setDays(now);
    await press(path, "pay");
    await runJobs();
    const receipt = mail.sent.findLast((each) => each.to === buyer.email && each.subject.includes("receipt"));
    expect(receipt?.text).toContain(`before the ${promised}-day withdrawal period ends`);
    expect(receipt?.text).toContain(`within ${promised} days without giving any reason`);
    clock.advance(after * dayMs);
    const offered = (await get("/api/withdrawals.php", buyer.cookie)).json().purchases;
    const answer = await withdraw(buyer.cookie, id);
    const isOver = promised < after;
    expect([offered.length, answer.statusCode]).toEqual(isOver ? [0, 409] : [1, 200]);
    await setDays(14);
  });

  test("not after the period, which is the site's setting", async () => {
    const buyer = await buyerWho();
    clock.advance(20 * dayMs);
    expect((await get("/api/withdrawals.php", buyer.cookie)).json().purchases).toHaveLength(1);
    clock.advance(dayMs);
    const answer = await withdraw(buyer.cookie, buyer.paymentId);
    expect([answer.statusCode, answer.json().error.code]).toEqual([409, "withdrawal_over"]);
    expect((await get("/api/withdrawals.php", buyer.cookie)).json().purchases).toEqual([]);
  });

  test("not from a purchase of another member, or one that was cancelled", async () => {
    const [anna, ben] = [await buyerWho(), await newBuyer()];
    const { id, path } = await orderSmallest(ben.cookie);
    await press(path, "cancel");
    await runJobs();
    for (const paymentId of [anna.paymentId, id, randomUUID()]) {
      const answer = await withdraw(ben.cookie, paymentId);
      expect([answer.statusCode, answer.json().error.code]).toEqual([404, "payment_not_found"]);
    }
  });
});

describe("D7.7 a member withdraws before the payment", () => {
  /** A buyer whose order stands where `outcome` leads, such as with a bank that takes its time. */
  const buyerWhose = async (outcome?: "pending") => {
    const buyer = await newBuyer();
    const { path, id, reference } = await orderSmallest(buyer.cookie);
    if (outcome) await press(path, outcome);
    await runJobs();
    mail.sent.length = 0;
    return { ...buyer, path, paymentId: id, reference };
  };
  type Buyer = Awaited<ReturnType<typeof buyerWhose>>;
  const offeredTo = async ({ cookie }: Buyer) => (await get("/api/withdrawals.php", cookie)).json().purchases;
  const shown = async ({ cookie, paymentId }: Buyer) =>
    (await get(`/api/payment.php?id=${paymentId}`, cookie)).json().payment;

  test("and the order is cancelled at the provider, with a mail that confirms it; by a link, too", async () => {
    for (const byLink of [false, true]) {
      const buyer = await buyerWhose();
      const offer = { payment_id: buyer.paymentId, completed_at: null, until: null, withdrawn_at: null };
      expect(await offeredTo(buyer)).toMatchObject([{ ...offer, refund: { credits: 0, amount: 0 } }]);
      if (byLink) await request(buyer.email, buyer.paymentId);
      const answer = byLink ? await confirm(await linkFor(buyer.email)) : await withdraw(buyer.cookie, buyer.paymentId);
      expect(answer.json()).toEqual({
        refund: { credits: 0, amount: 0, currency: "EUR" },
        received_at: "2026-11-20T18:00:00.000Z",
      });
      expect(await shown(buyer)).toMatchObject({ withdrawn_at: "2026-11-20T18:00:00.000Z" });
      expect(await openOf(buyer.id)).toEqual([]);
      await runJobs();
      expect(await shown(buyer)).toMatchObject({ status: "cancelled", withdrawn_at: "2026-11-20T18:00:00.000Z" });
      const confirmation = mail.sent.findLast((each) => each.to === buyer.email);
      expect(confirmation?.text).toContain("You haven’t paid for this order yet, so we’ll cancel it.");
      expect(confirmation?.text).not.toContain("€0.00");
      expect(await offeredTo(buyer)).toEqual([]);
    }
  });

  test("once; what the provider can't cancel is refunded whole as soon as it is paid, and gives nothing", async () => {
    const buyer = await buyerWhose("pending");
    const answers = await Promise.all([1, 2, 3].map(() => withdraw(buyer.cookie, buyer.paymentId)));
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`))).toEqual(
      new Set([`200 ${answers[0]?.body}`]),
    );
    await runJobs();
    expect(mail.sent.filter((each) => each.subject === "We’ve received your withdrawal")).toHaveLength(1);
    expect(await offeredTo(buyer)).toMatchObject([{ withdrawn_at: "2026-11-20T18:00:00.000Z" }]);
    expect(await shown(buyer)).toMatchObject({ status: "pending", withdrawn_at: "2026-11-20T18:00:00.000Z" });
    await press(buyer.path, "complete");
    await runJobs();
    expect(await refundsOf(buyer.paymentId)).toMatchObject([
      { amount_minor: 995, credits: 0, reason: "withdrawn_unpaid", status: "pending" },
    ]);
    expect(await balanceOf(db, buyer.id)).toBe(0);
    expect(await shown(buyer)).toMatchObject({ status: "completed", refunded: 995, made_premium: false });
    const again = await withdraw(buyer.cookie, buyer.paymentId);
    expect([again.statusCode, again.json().refund.amount]).toEqual([200, 0]);
    clock.advance(2 * hourMs);
    await reconcileWithProvider.run(services, {});
    const issues = db.selectFrom("payment_issues").select("kind").where("payment_id", "=", buyer.paymentId);
    expect(await issues.execute()).toEqual([]);
  });
});

describe("D7.7 a visitor withdraws by the account's address and a number", () => {
  test("of the payment or of the receipt: the link in the mail that confirms it carries it out", async () => {
    const [byPayment, byReceipt] = [await buyerWho(), await buyerWho({ spent: 5 })];
    const { year, number } = await db
      .selectFrom("receipts")
      .select(["year", "number"])
      .where("payment_id", "=", byReceipt.paymentId)
      .executeTakeFirstOrThrow();
    await request(byPayment.email.toUpperCase(), byPayment.paymentId.toUpperCase());
    await request(byReceipt.email, ` ${year}-${String(number).padStart(6, "0")}`);
    // what was typed proves nothing
    for (const buyer of [byPayment, byReceipt]) {
      expect(await refundsOf(buyer.paymentId)).toEqual([]);
      expect(await balanceOf(db, buyer.id)).toBeGreaterThan(0);
    }
    expect((await confirm(await linkFor(byPayment.email))).json().refund).toMatchObject({ amount: 995 });
    expect((await confirm(await linkFor(byReceipt.email))).statusCode).toBe(200);
    for (const buyer of [byPayment, byReceipt]) expect(await openOf(buyer.id)).toEqual([]);
    expect(await refundsOf(byPayment.paymentId)).toMatchObject([{ amount_minor: 995 }]);
    expect(await refundsOf(byReceipt.paymentId)).toMatchObject([{ amount_minor: 498 }]);
  });

  test("counts from the declaration on, however late its link is opened, and is carried out once", async () => {
    const buyer = await buyerWho();
    clock.advance(20 * dayMs);
    await request(buyer.email, buyer.paymentId);
    const token = await linkFor(buyer.email);
    const [receipt] = mail.sent.filter((each) => each.to === buyer.email);
    expect(receipt?.text).toContain("Received: 10 December 2026 at 18:00 UTC");
    clock.advance(3 * dayMs);
    expect((await withdraw(buyer.cookie, buyer.paymentId)).json().error.code).toBe("withdrawal_over");
    const answers = await Promise.all([confirm(token), confirm(token), confirm(token)]);
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    expect(await refundsOf(buyer.paymentId)).toMatchObject([{ amount_minor: 995 }]);
    expect((await confirm(token)).json().refund.amount).toBe(995);
  });

  test("of a member whose account was suspended, closed or deleted, who can't log in", async () => {
    const now = clock.now();
    const states = [
      { status: "suspended", suspended_until: new Date(now.getTime() + dayMs) },
      { status: "banned", banned_at: now },
      { status: "deleted", deleted_at: now },
    ] as const;
    for (const barred of states) {
      const buyer = await buyerWho();
      await db.updateTable("accounts").set(barred).where("id", "=", buyer.id).execute();
      await request(buyer.email, buyer.paymentId);
      expect((await confirm(await linkFor(buyer.email))).json().refund, barred.status).toMatchObject({ amount: 995 });
      expect(await refundsOf(buyer.paymentId), barred.status).toMatchObject([{ amount_minor: 995 }]);
    }
  });

  test("by a link that was forged, or whose withdrawal staff have closed, does nothing", async () => {
    const buyer = await buyerWho();
    await request(buyer.email, buyer.paymentId);
    const token = await linkFor(buyer.email);
    for (const wrong of [token.replace(/^../, "AA"), "x", `${token}A`]) {
      expect((await confirm(wrong)).json().error.code).toBe("link_invalid");
    }
    const [open] = await openOf(buyer.id);
    await closeWithdrawal(db, open?.id ?? "", clock.now());
    expect((await confirm(token)).json().error.code).toBe("link_invalid");
    expect(await refundsOf(buyer.paymentId)).toEqual([]);
  });

  test("gets the same answer in every case, and a mail only if the address belongs to an account", async () => {
    const [anna, ben] = [await buyerWho(), await buyerWho({ spent: 10 })];
    const answers = [
      await request(anna.email, anna.paymentId),
      await request(anna.email, ben.paymentId),
      await request(ben.email, ben.paymentId),
      await request(ben.email, "no such number"),
      await request("nobody@example.org", anna.paymentId),
    ];
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1);
    await runJobs();
    const received = mail.sent.filter((each) => each.subject === "We’ve received your withdrawal");
    expect(received.map((each) => each.to).sort()).toEqual([anna.email, anna.email, ben.email, ben.email].sort());
    expect((await openOf(anna.id)).map((one) => one.payment_id)).toEqual([anna.paymentId, null]);
    expect((await openOf(ben.id)).map((one) => one.payment_id)).toEqual([ben.paymentId, null]);
    expect((await openOf(null)).at(-1)).toMatchObject({ email: "nobody@example.org", number: anna.paymentId });
    expect(await refundsOf(ben.paymentId)).toEqual([]);
  });

  test("can't fill a member's mailbox: an address gets three such mails a day", async () => {
    const anna = await buyerWho();
    for (let count = 0; count < 5; count += 1) await request(anna.email, `wrong ${count}`);
    await runJobs();
    expect(mail.sent.filter((each) => each.to === anna.email)).toHaveLength(3);
    expect(await openOf(anna.id)).toHaveLength(5);
    // which keeps no purchase of theirs from being confirmed, once however often and at once it is declared
    await Promise.all(Array.from({ length: 5 }, () => request(anna.email, anna.paymentId)));
    await runJobs();
    const mailed = mail.sent.filter((each) => each.to === anna.email);
    expect(mailed).toHaveLength(4);
    expect(mailed.at(-1)?.text).toContain(anna.paymentId);
  });

  test("with something that is no address is told so", async () => {
    const answer = await request("no address", "1");
    expect([answer.statusCode, answer.json().error.field_codes]).toEqual([400, { email: "email_invalid" }]);
  });
});

test("D7.7 staff close a recorded withdrawal; those without an account are deleted after a year", async () => {
  await request("gone@example.org", "1");
  const [open] = (await openOf(null)).filter((one) => one.email === "gone@example.org");
  expect(await closeWithdrawal(db, open?.id ?? "", clock.now())).toBe(true);
  expect(await closeWithdrawal(db, open?.id ?? "", clock.now())).toBe(false);
  clock.advance(366 * dayMs);
  await purgeOldRows.run(services, {});
  expect(await db.selectFrom("withdrawals").selectAll().where("member_id", "is", null).execute()).toEqual([]);
});

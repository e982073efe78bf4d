import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import type { AnswerOf } from "#contract/call.ts";
import { welcomeCode, welcomePercentage, welcomeWindowSeconds } from "#contract/discounts.ts";
import type { getSettings } from "#contract/sites.ts";
import { untilWaiting } from "#server/db/test-waiting.ts";
import { openShop } from "#server/features/payments/test-shop.ts";
import { addCode as insertCode, type NewCode } from "#server/features/sites/index.ts";
import { balanceOf } from "../book.ts";
import { spendDiscount } from "./reserve-discount.ts";
import { freeDiscount } from "./store.ts";

const shop = await openShop();
const { services, newBuyer, newcomer, bundlesOf, order, orderSmallest, press, get, statusOf } = shop;
const { db } = services;
afterAll(shop.close);

/** A code of this site; each test has its own. */
async function newCode(given: Partial<NewCode> = {}): Promise<string> {
  const code = `CODE-${randomUUID().slice(0, 8)}`;
  await insertCode(db, {
    site_id: shop.siteIds[0] ?? 0,
    code,
    validity: "many",
    percentage: 10,
    created_at: services.clock.now(),
    ...given,
  });
  return code;
}

const codeOf = async (cookie: string, query: string) => {
  const answer = await get(`/api/discountcode.php?${query}`, cookie);
  return { status: answer.statusCode, ...answer.json() };
};
const offerOf = async (cookie: string, code: string) => (await get(`/api/bundles.php?code=${code}`, cookie)).json();
const orderWith = async (cookie: string, code: string) => {
  const [smallest] = (await offerOf(cookie, code)).bundles;
  return await order(cookie, { bundle_id: smallest?.id, amount: smallest?.price, code });
};
const started = (answer: Awaited<ReturnType<typeof order>>) => {
  const { payment, checkout_url: url } = answer.json();
  return { id: payment.payment_id as string, path: new URL(url).pathname, amount: payment.amount as number };
};
type Costs = AnswerOf<typeof getSettings>["settings"]["minimum_message_costs"][string];
const usesOf = async (code: string) => {
  const rows = await db
    .selectFrom("discount_uses")
    .innerJoin("discount_codes", "discount_codes.id", "code_id")
    .select("state")
    .where("code", "=", code)
    .execute();
  return rows.map(({ state }) => state).sort();
};

test("R9.03 R1.10 R3.07 R7.01 discountcode: a new member gets the welcome code with every field", async () => {
  const { cookie } = await newcomer();
  const now = services.clock.now();
  const { status, discountcode, now: told } = await codeOf(cookie, "welcome=true");
  expect(status).toBe(200);
  expect(told).toBe(now.toISOString());
  expect(discountcode).toEqual({
    code: welcomeCode,
    percentage: welcomePercentage,
    value_percentage: welcomePercentage,
    value: null,
    minimum: 0,
    minimum_order_value: 0,
    country: null,
    user_id: null,
    expires: new Date(now.getTime() + welcomeWindowSeconds * 1000).toISOString(),
    currency: null,
    status: "active",
    validity: "once-per-user",
    expired: false,
    paymentmethods: [],
  });
});

test("R4.14 R9.07 what a message costs with the welcome discount fits the bundles that a new member sees", async () => {
  const { settings } = (await get("/api/settings.php")).json();
  for (const [country, { currency, smallest, welcome }] of Object.entries(settings.minimum_message_costs) as [
    string,
    Costs,
  ][]) {
    const bundles = await bundlesOf((await newcomer(country)).cookie);
    const prices = bundles.map(({ price_per_message }) => price_per_message);
    expect([currency, Math.min(...prices), Math.max(...prices)]).toEqual([
      bundles[0]?.currency,
      welcome.costs,
      welcome.most,
    ]);
    expect([smallest.credits, smallest.price, welcome.smallest_price]).toEqual([
      bundles[0]?.credits,
      bundles[0]?.list_price,
      bundles[0]?.price,
    ]);
  }
});

test("R1.10 R9.03 the welcome discount is in the prices of a new member, until they have paid", async () => {
  const { cookie } = await newcomer();
  const { code, bundles } = (await get("/api/bundles.php", cookie)).json();
  expect(code).toBe("TIMEBONUS25");
  expect(bundles[0]).toMatchObject({ list_price: 995, price: 746, vat: 129, price_per_message: 75 });
  const { id, path } = await orderSmallest(cookie);
  await press(path, "pay");
  expect(await statusOf(cookie, id)).toBe("completed");
  expect((await get("/api/bundles.php", cookie)).json()).toMatchObject({
    code: null,
    bundles: [{ price: 995 }, {}, {}, {}],
  });
  expect(await codeOf(cookie, "welcome=true")).toMatchObject({ status: 404, error: { code: "code_not_found" } });
});

test("R9.03 R8.04 after 14,400 seconds there is no welcome code any more", async () => {
  const { cookie } = await newcomer();
  services.clock.advance(welcomeWindowSeconds * 1000 - 1);
  expect((await codeOf(cookie, "welcome=true")).status).toBe(200);
  services.clock.advance(1);
  expect(await codeOf(cookie, "welcome=true")).toMatchObject({ status: 404, error: { code: "code_not_found" } });
  expect((await get("/api/bundles.php", cookie)).json()).toMatchObject({
    code: null,
    bundles: [{ price: 995 }, {}, {}, {}],
  });
});

test("R7.01 R8.05 discountcode: needs a login, and names a wrong or a used code", async () => {
  const { cookie } = await newBuyer();
  expect((await codeOf("", "welcome=true")).status).toBe(403);
  expect(await codeOf(cookie, "code=NOTHING")).toMatchObject({ status: 404, error: { message: "Code not found" } });
  expect((await codeOf(cookie, "")).status).toBe(404);
  const code = await newCode({ validity: "once-per-user" });
  const { path, id } = started(await orderWith(cookie, code));
  await press(path, "pay");
  expect(await statusOf(cookie, id)).toBe("completed");
  expect(await codeOf(cookie, `code=${code}`)).toMatchObject({ status: 409, error: { message: "Code already used" } });
  const again = await offerOf(cookie, code);
  expect(again.error).toMatchObject({
    fields: { code: "Code already used" },
    field_codes: { code: "discount_already_used" },
  });
});

test("D7.6 a code of another member, country or currency, an expired one, and one that needs more, are refused", async () => {
  const [{ cookie }, other] = [await newBuyer(), await newBuyer()];
  const past = new Date(services.clock.now().getTime() - 1);
  const refused = async (code: string) => {
    const [smallest] = await bundlesOf(cookie);
    const answer = await order(cookie, { bundle_id: smallest?.id, code });
    return answer.json().error.field_codes;
  };
  expect(await refused(await newCode({ member_id: other.id }))).toEqual({ code: "discount_not_found" });
  expect(await refused(await newCode({ country: "DE" }))).toEqual({ code: "discount_not_found" });
  expect(await refused(await newCode({ percentage: null, value_minor: 100, currency: "SEK" }))).toEqual({
    code: "discount_not_found",
  });
  expect(await refused(await newCode({ expires_at: past }))).toEqual({ code: "discount_expired" });
  expect(await refused(await newCode({ minimum_minor: 996 }))).toEqual({ code: "discount_minimum" });
  const byCard = await newCode({ methods: ["card"] });
  const [smallest] = (await offerOf(cookie, byCard)).bundles;
  const answer = await order(cookie, { bundle_id: smallest.id, amount: smallest.price, code: byCard, method: "ideal" });
  expect(answer.json().error.field_codes).toEqual({ code: "discount_method" });
});

test("D7.6 of 100 orders at once with a code that works once, exactly one gets it", async () => {
  const code = await newCode({ validity: "once" });
  const buyers = await Promise.all(Array.from({ length: 100 }, () => newBuyer()));
  const [smallest] = await bundlesOf(buyers[0]?.cookie ?? "");
  const amount = (smallest?.price ?? 0) - Math.round((smallest?.price ?? 0) / 10);
  const answers = await Promise.all(
    buyers.map(({ cookie }) => order(cookie, { bundle_id: smallest?.id, amount, code })),
  );
  const got = answers.filter(({ statusCode }) => statusCode === 200);
  expect(got.map((answer) => answer.json().payment.amount)).toEqual([amount]);
  const others = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(others).toHaveLength(99);
  for (const answer of others) {
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.field_codes).toEqual({ code: "discount_already_used" });
  }
  expect(await usesOf(code)).toEqual(["reserved"]);
}, 60_000);

test("D7.6 of 20 orders at once with a code for three, three get it; a place that one frees is another's", async () => {
  const code = await newCode({ validity: "once-per-user", max_uses: 3 });
  const buyers = await Promise.all(Array.from({ length: 20 }, () => newBuyer()));
  const [smallest] = await bundlesOf(buyers[0]?.cookie ?? "");
  const amount = (smallest?.price ?? 0) - Math.round((smallest?.price ?? 0) / 10);
  const order10 = ({ cookie }: { cookie: string }) => order(cookie, { bundle_id: smallest?.id, amount, code });
  const answers = await Promise.all(buyers.map(async (buyer) => ({ buyer, answer: await order10(buyer) })));
  const got = answers.filter(({ answer }) => answer.statusCode === 200);
  const others = answers.filter(({ answer }) => answer.statusCode !== 200);
  expect([got.length, others.length]).toEqual([3, 17]);
  for (const { answer } of others) expect(answer.json().error.field_codes).toEqual({ code: "discount_already_used" });
  const [first, second, third] = got.map(({ buyer, answer }) => ({ ...buyer, ...started(answer) }));
  const [one, two] = others.map(({ buyer }) => buyer);
  if (!first || !second || !third || !one || !two) throw new Error("no orders");
  expect((await codeOf(one.cookie, `code=${code}`)).error.code).toBe("code_already_used");
  // who ordered with it can order again, and takes no second place
  expect((await order10(second)).statusCode).toBe(200);
  await press(first.path, "fail");
  expect(await statusOf(first.cookie, first.id)).toBe("failed");
  expect((await codeOf(one.cookie, `code=${code}`)).status).toBe(200);
  expect((await order10(one)).statusCode).toBe(200);
  expect((await order10(two)).statusCode).toBe(400);
  // money that comes for a place that is another's by now goes back
  await freeDiscount(db, third.id);
  expect((await order10(two)).statusCode).toBe(200);
  await press(third.path, "pay");
  expect(await statusOf(third.cookie, third.id)).toBe("completed");
  await services.jobs.drain(services);
  const refunds = await db.selectFrom("refunds").select(["reason"]).where("payment_id", "=", third.id).execute();
  expect(refunds).toEqual([{ reason: "code_used_twice" }]);
});

test.each([
  ["for once", { validity: "once-per-user" }],
  ["for the first purchase", { validity: "many", first_purchase: true }],
] as const)(
  "D7.6 two tabs that pay at once with a code %s: one discount is spent, the other payment is refunded",
  async (_, given) => {
    const { id: memberId, cookie } = await newBuyer();
    const code = await newCode(given);
    const tabs = [started(await orderWith(cookie, code)), started(await orderWith(cookie, code))];
    await Promise.all(tabs.map(({ path }) => press(path, "pay")));
    await Promise.all(tabs.map(({ id }) => statusOf(cookie, id)));
    await services.jobs.drain(services);
    const paid = await db
      .selectFrom("payments")
      .select(["status", "amount_minor"])
      .where("member_id", "=", memberId)
      .execute();
    expect(paid).toEqual([
      { status: "completed", amount_minor: tabs[0]?.amount },
      { status: "completed", amount_minor: tabs[0]?.amount },
    ]);
    const refunds = await db
      .selectFrom("refunds")
      .innerJoin("payments", "payments.id", "payment_id")
      .select(["refunds.amount_minor", "reason"])
      .where("member_id", "=", memberId)
      .execute();
    expect(refunds).toEqual([{ amount_minor: tabs[0]?.amount, reason: "code_used_twice" }]);
    expect(await balanceOf(db, memberId)).toBe(10);
    expect(await usesOf(code)).toEqual(["freed", "spent"]);
    // its buyer reads why, and a purchase whose money is back is none to withdraw from
    const answers = await Promise.all(tabs.map(({ id }) => get(`/api/payment.php?id=${id}`, cookie)));
    const payments = answers.map((answer) => answer.json().payment);
    expect(payments.map(({ undelivered }) => undelivered).sort()).toEqual(["code_used_twice", null]);
    const { purchases } = (await get("/api/withdrawals.php", cookie)).json();
    expect(purchases).toEqual([
      expect.objectContaining({
        payment_id: payments.find(({ undelivered }) => undelivered === null)?.payment_id,
        refund: { credits: 10, amount: tabs[0]?.amount },
      }),
    ]);
  },
);

test.each([
  ["that a later order holds", false],
  ["that no order holds", true],
])("D7.6 of two orders whose code was freed, %s, and that are paid at once, one gets it", async (_, free) => {
  const code = await newCode({ validity: "once-per-user" });
  const { cookie } = await newBuyer();
  const [first, second, third] = [
    started(await orderWith(cookie, code)),
    started(await orderWith(cookie, code)),
    started(await orderWith(cookie, code)),
  ];
  if (free) await freeDiscount(db, third.id);
  const { promise: isCommitted, resolve: commit } = Promise.withResolvers<void>();
  const { promise: isSpent, resolve: spent } = Promise.withResolvers<boolean>();
  const holding = db.transaction().execute(async (trx) => {
    spent(await spendDiscount(trx, first.id));
    await isCommitted;
  });
  expect(await isSpent).toBe(true);
  const waiting = db.transaction().execute((trx) => spendDiscount(trx, second.id));
  await untilWaiting(db);
  commit();
  await holding;
  expect(await waiting).toBe(false);
  expect(await usesOf(code)).toEqual(["freed", "freed", "spent"]);
});

test("D7.6 a payment that fails frees its code", async () => {
  const { cookie } = await newBuyer();
  const code = await newCode({ validity: "once" });
  const { id, path } = started(await orderWith(cookie, code));
  await press(path, "fail");
  expect(await statusOf(cookie, id)).toBe("failed");
  expect((await get(`/api/payment.php?id=${id}`, cookie)).json().payment.code).toBe(code);
  const another = await newBuyer();
  expect((await orderWith(another.cookie, code)).statusCode).toBe(200);
});

test("D7.6 R9.03 a code that expires during the checkout holds the shown price; a later order has the new one", async () => {
  const { id: memberId, cookie } = await newcomer();
  const [smallest] = await bundlesOf(cookie);
  // a checkout lasts an hour
  services.clock.advance((welcomeWindowSeconds - 60) * 1000);
  const { id, path, payment } = await orderSmallest(cookie);
  expect(payment.amount).toBe(746);
  services.clock.advance(60_000);
  await press(path, "pay");
  expect(await statusOf(cookie, id)).toBe("completed");
  expect(await balanceOf(db, memberId)).toBe(10);
  expect((await get(`/api/payment.php?id=${id}`, cookie)).json().payment).toMatchObject({ amount: 746, refunded: 0 });
  const late = await order(cookie, { bundle_id: smallest?.id, amount: 746 });
  expect(late.statusCode).toBe(409);
  expect(late.json().error.code).toBe("price_changed");
});

import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { balanceOf } from "#server/features/credits/index.ts";
import { createProviders } from "#server/ports/payments/providers.ts";
import { checkPayments } from "./jobs.ts";
import { openShop } from "./test-shop.ts";

const shop = await openShop();
const { services, newBuyer, bundlesOf, order, orderSmallest, press, get, statusOf, runJobs } = shop;
const { db, mail } = services;
const [sandbox] = services.payments.all;
afterAll(shop.close);
afterEach(() => {
  services.payments = createProviders(sandbox);
});

const accountOf = (id: string) =>
  db
    .selectFrom("accounts")
    .innerJoin("profiles", "member_id", "accounts.id")
    .select(["paid_since", "premium"])
    .where("accounts.id", "=", id)
    .executeTakeFirstOrThrow();

const paymentsOf = (memberId: string) =>
  db.selectFrom("payments").selectAll().where("member_id", "=", memberId).execute();

describe("R1.07 the bundles", () => {
  test("are those of the buyer's country, smallest first, each with every price", async () => {
    const { cookie } = await newBuyer("DE");
    const answer = (await get("/api/bundles.php", cookie)).json();
    expect(answer.bundles.map((bundle: { credits: number }) => bundle.credits)).toEqual([10, 25, 60, 150]);
    expect(answer.bundles[0]).toMatchObject({ price: 995, currency: "EUR", vat_percent: 19, vat: 159, messages: 10 });
    expect(answer.methods).toEqual(["card", "paypal", "sepa"]);
  });

  test("are in the currency of the country", async () => {
    const { cookie } = await newBuyer("SE");
    expect((await bundlesOf(cookie)).map((bundle) => bundle.currency)).toEqual(["SEK", "SEK", "SEK", "SEK"]);
  });

  test("R9.07 the settings name the least and the most that a message costs, by country", async () => {
    const { settings } = (await get("/api/settings.php")).json();
    expect(settings.minimum_message_costs).toMatchObject({
      NL: { costs: 70, most: 100, currency: "EUR" },
      PL: { costs: 302, currency: "PLN" },
    });
  });
});

describe("R1.07 an order", () => {
  test("opens a checkout for the whole price, and keeps the page to return to", async () => {
    const { cookie } = await newBuyer();
    const [, bundle] = await bundlesOf(cookie);
    const answer = await order(cookie, { bundle_id: bundle?.id, method: "ideal", return_to: "/chats/1" });
    expect(answer.statusCode).toBe(200);
    const { payment, checkout_url: url } = answer.json();
    expect(payment).toMatchObject({
      status: "open",
      credits: 25,
      amount: 2245,
      currency: "EUR",
      return_to: "/chats/1",
    });
    expect(new URL(url).host).toBe(shop.host);
    expect((await get(`/api/payments.php`, cookie)).json().payments).toEqual([payment]);
  });

  test("is created once, however often it is repeated with its key, even at once", async () => {
    const { id, cookie } = await newBuyer();
    const [bundle] = await bundlesOf(cookie);
    const key = randomUUID();
    const repeat = () => order(cookie, { bundle_id: bundle?.id }, key);
    const answers = [...(await Promise.all(Array.from({ length: 30 }, repeat))), await repeat()];
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
    expect(new Set(answers.map((answer) => answer.json().checkout_url)).size).toBe(1);
    expect(await paymentsOf(id)).toHaveLength(1);
  });

  test("with the key of another order is refused", async () => {
    const { cookie } = await newBuyer();
    const [small, large] = await bundlesOf(cookie);
    const key = randomUUID();
    await order(cookie, { bundle_id: small?.id }, key);
    const answer = await order(cookie, { bundle_id: large?.id }, key);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().error.code).toBe("idempotency_key_reused");
  });

  test("of a bundle that does not exist, or is not the buyer's country's, is refused", async () => {
    const [dutch, danish] = [await newBuyer("NL"), await newBuyer("DK")];
    const [other] = await bundlesOf(danish.cookie);
    for (const bundle_id of [randomUUID(), other?.id]) {
      const answer = await order(dutch.cookie, { bundle_id });
      expect(answer.statusCode).toBe(404);
      expect(answer.json().error.code).toBe("bundle_not_found");
    }
    expect(await paymentsOf(dutch.id)).toEqual([]);
  });

  test.each([
    [{ bundle_id: "x" }, "bundle_id"],
    [{ bundle_id: randomUUID(), return_to: "//evil.example" }, "return_to"],
    [{ bundle_id: randomUUID(), return_to: "https://evil.example" }, "return_to"],
    [{ bundle_id: randomUUID(), method: 7 }, "method"],
    [{}, "bundle_id"],
  ])("of %j is refused and names %s", async (body, field) => {
    const { cookie } = await newBuyer();
    const answer = await order(cookie, body);
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().error.fields)).toEqual([field]);
  });

  test("with a currency or country of the buyer's own choice costs what the offer says", async () => {
    const { cookie } = await newBuyer();
    const [bundle] = await bundlesOf(cookie);
    const answer = await order(cookie, { bundle_id: bundle?.id, currency: "HUF", country: "HU", vat_percent: 0 });
    expect(answer.json().payment ?? answer.json().error.code).toMatchObject({ currency: "EUR", amount: 995, vat: 173 });
  });

  test("is refused if the buyer's country changed since they saw the price", async () => {
    const { id, cookie } = await newBuyer();
    const [bundle] = await bundlesOf(cookie);
    await db.updateTable("profiles").set({ country: "DK" }).where("member_id", "=", id).execute();
    const answer = await order(cookie, { bundle_id: bundle?.id, amount: bundle?.price ?? 0 });
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, "bundle_not_found"]);
    expect(await paymentsOf(id)).toEqual([]);
  });

  test("in two tabs at once is two orders; paid in both, each gives its credits once", async () => {
    const { id, cookie } = await newBuyer();
    const tabs = await Promise.all([orderSmallest(cookie), orderSmallest(cookie)]);
    await Promise.all(tabs.flatMap(({ path }) => [press(path, "pay"), press(path, "pay")]));
    for (const tab of tabs) expect(await statusOf(cookie, tab.id)).toBe("completed");
    expect(await balanceOf(db, id)).toBe(20);
  });

  test("by a method that the country does not have is refused and names it", async () => {
    const { cookie } = await newBuyer("DK");
    const [bundle] = await bundlesOf(cookie);
    const answer = await order(cookie, { bundle_id: bundle?.id, method: "ideal" });
    expect(answer.statusCode).toBe(400);
    expect(Object.keys(answer.json().error.fields)).toEqual(["method"]);
  });

  test("R3.08 is read with its id, its credits, each amount, the method and the code", async () => {
    const { cookie } = await newBuyer();
    const { id } = await orderSmallest(cookie, { method: "ideal", return_to: "/chats" });
    const { payment } = (await get(`/api/payment.php?id=${id}`, cookie)).json();
    expect(payment).toEqual({
      payment_id: id,
      status: "open",
      bundle_id: expect.any(String),
      credits: 10,
      settled: 0,
      list_price: 995,
      amount: 995,
      refunded: 0,
      charged_back: 0,
      refunded_at: null,
      charged_back_at: null,
      withdrawn_at: null,
      undelivered: null,
      currency: "EUR",
      vat_percent: 21,
      vat: 173,
      method: "ideal",
      code: null,
      collect_on: null,
      mandate_reference: null,
      iban: null,
      stored: false,
      created_at: "2026-11-20T18:00:00.000Z",
      completed_at: null,
      made_premium: false,
      begin_request: expect.stringMatching(
        /^I expressly ask you to start right away, before the 14-day .* I lose my right to withdraw/,
      ),
      return_to: "/chats",
    });
  });

  test("D7.7 is refused without the request to begin at once; its words and language are kept with the payment", async () => {
    const { id, cookie } = await newBuyer();
    const [bundle] = await bundlesOf(cookie);
    for (const begin_at_once of [undefined, false, "1"]) {
      const answer = await order(cookie, { bundle_id: bundle?.id, begin_at_once });
      expect(answer.statusCode).toBe(400);
      expect(Object.keys(answer.json().error.fields)).toEqual(["begin_at_once"]);
    }
    expect(await paymentsOf(id)).toEqual([]);
    const german = { "accept-language": "de" };
    expect((await order(cookie, { bundle_id: bundle?.id }, randomUUID(), german)).statusCode).toBe(200);
    const [kept] = await db.selectFrom("payments").selectAll().where("member_id", "=", id).execute();
    expect([kept?.begin_language, kept?.begin_text]).toEqual([
      "de",
      expect.stringContaining("Widerrufsfrist von 14 Tagen"),
    ]);
  });

  test("needs a login", async () => {
    const answer = await order("", { bundle_id: randomUUID() });
    expect(answer.statusCode).toBe(403);
    expect(answer.json()).toMatchObject({ authentication_required: true });
  });

  test("leaves nothing behind if the provider is down, and succeeds when it is back", async () => {
    const { id, cookie } = await newBuyer();
    const [bundle] = await bundlesOf(cookie);
    const key = randomUUID();
    services.payments = createProviders({ ...sandbox, createCheckout: () => Promise.reject(new Error("away")) });
    const answer = await order(cookie, { bundle_id: bundle?.id }, key);
    expect(answer.statusCode).toBe(502);
    expect(answer.json().error.code).toBe("payment_unavailable");
    expect(await paymentsOf(id)).toEqual([]);
    services.payments = createProviders(sandbox);
    expect((await order(cookie, { bundle_id: bundle?.id }, key)).statusCode).toBe(200);
  });
});

describe("R1.07 R1.08 a purchase", () => {
  test("adds the credits, makes the member premium and sends one receipt", async () => {
    const { id: memberId, cookie, email } = await newBuyer();
    const events: unknown[] = [];
    const stop = services.events.subscribe(memberId, (event) => events.push(event));
    const { path, id } = await orderSmallest(cookie);
    expect(await accountOf(memberId)).toEqual({ paid_since: null, premium: false });
    const back = await press(path, "pay", { method: "ideal" });
    expect(back.headers.location).toBe(`http://${shop.host}/transactions/${id}`);
    expect(await statusOf(cookie, id)).toBe("completed");
    expect(await balanceOf(db, memberId)).toBe(10);
    expect(await accountOf(memberId)).toEqual({ paid_since: services.clock.now(), premium: true });
    await services.jobs.drain(services);
    await services.jobs.drain(services);
    expect(mail.sent.filter((each) => each.to === email)).toHaveLength(1);
    expect(events).toEqual([{ type: "credits", credits: 10 }]);
    stop();
  });

  test.each(["ideal", "card", "paypal", "stored card"])(
    "D7.7 by %s is confirmed by a mail with the request to begin, the instructions, the model form and the terms",
    async (way) => {
      const { id: memberId, cookie, email } = await newBuyer();
      const method = way === "stored card" ? "card" : way;
      const buy = async (input: Record<string, unknown>) => {
        const { path, id } = await orderSmallest(cookie, input);
        await press(path, "pay", { method });
        expect(await statusOf(cookie, id)).toBe("completed");
        await services.jobs.drain(services);
        return { id, text: mail.sent.filter((each) => each.to === email).at(-1)?.text ?? "" };
      };
      let bought = await buy(way === "stored card" ? { method, remember: true } : { method });
      if (way === "stored card") {
        const stored = await db
          .selectFrom("stored_methods")
          .select("id")
          .where("member_id", "=", memberId)
          .executeTakeFirstOrThrow();
        bought = await buy({ stored_method_id: stored.id });
      }
      const [kept] = (await paymentsOf(memberId)).filter(({ id }) => id === bought.id);
      for (const part of [
        kept?.begin_text ?? "no request",
        "within 14 days without giving any reason",
        "Model withdrawal form",
        "Terms and conditions",
        bought.id,
      ]) {
        expect(bought.text).toContain(part);
      }
    },
  );

  test("D7.7 is confirmed in the language of its order, whatever the account's is", async () => {
    const { cookie, email } = await newBuyer();
    const [bundle] = await bundlesOf(cookie);
    const spanish = { "accept-language": "es" };
    const answer = await order(cookie, { bundle_id: bundle?.id }, randomUUID(), spanish);
    await press(new URL(answer.json().checkout_url).pathname, "pay");
    expect(await statusOf(cookie, answer.json().payment.payment_id)).toBe("completed");
    await services.jobs.drain(services);
    const text = mail.sent.findLast(({ to }) => to === email)?.text ?? "";
    expect(text).toContain("Derecho de desistimiento");
    expect(text).toContain("/es/chats");
  });

  test("after the first adds credits and keeps the date of the first", async () => {
    const { id: memberId, cookie } = await newBuyer();
    const first = await orderSmallest(cookie);
    await press(first.path, "pay");
    await statusOf(cookie, first.id);
    const { paid_since: since } = await accountOf(memberId);
    services.clock.advance(60_000);
    const second = await orderSmallest(cookie);
    await press(second.path, "pay");
    expect(await statusOf(cookie, second.id)).toBe("completed");
    expect(await balanceOf(db, memberId)).toBe(20);
    expect((await accountOf(memberId)).paid_since).toEqual(since);
  });

  test.each([
    ["fail", "failed"],
    ["cancel", "cancelled"],
    ["expire", "expired"],
    ["pending", "pending"],
  ])("that ends with the button %s is %s and adds nothing", async (button, status) => {
    const { id: memberId, cookie } = await newBuyer();
    const { path, id } = await orderSmallest(cookie);
    await press(path, button);
    expect(await statusOf(cookie, id)).toBe(status);
    expect(await balanceOf(db, memberId)).toBe(0);
    expect((await accountOf(memberId)).premium).toBe(false);
  });

  test("D7.4 paid with another amount than ordered stays pending, and books nothing", async () => {
    const { id: memberId, cookie } = await newBuyer();
    const { path, id } = await orderSmallest(cookie);
    await press(path, "pay");
    services.payments = createProviders({
      ...sandbox,
      fetchPayment: async (reference, signal) => {
        const report = await sandbox.fetchPayment(reference, signal);
        return report && { ...report, amount: report.amount - 1 };
      },
    });
    expect(await statusOf(cookie, id)).toBe("pending");
    expect(await balanceOf(db, memberId)).toBe(0);
  });

  test("is visible only to its buyer", async () => {
    const [buyer, stranger] = [await newBuyer(), await newBuyer()];
    const { id } = await orderSmallest(buyer.cookie);
    const answer = await get(`/api/payment.php?id=${id}`, stranger.cookie);
    expect(answer.statusCode).toBe(404);
    expect(answer.json().error.code).toBe("payment_not_found");
    expect((await get("/api/payments.php", stranger.cookie)).json()).toEqual({ payments: [] });
    expect((await get(`/api/payment.php?id=${id}`)).statusCode).toBe(403);
  });

  test("asks the provider once in three seconds, however often its buyer looks", async () => {
    const { cookie } = await newBuyer();
    const { id } = await orderSmallest(cookie);
    const fetchPayment = vi.spyOn(services.payments.all[0], "fetchPayment");
    await Promise.all(Array.from({ length: 20 }, () => statusOf(cookie, id)));
    expect(fetchPayment).toHaveBeenCalledTimes(1);
    services.clock.advance(3_000);
    await statusOf(cookie, id);
    expect(fetchPayment).toHaveBeenCalledTimes(2);
    fetchPayment.mockRestore();
  });

  test("is shown with its stored status while the provider is down", async () => {
    const { cookie } = await newBuyer();
    const { path, id } = await orderSmallest(cookie);
    await press(path, "pay");
    services.payments = createProviders({ ...sandbox, fetchPayment: () => Promise.reject(new Error("away")) });
    expect(await statusOf(cookie, id)).toBe("open");
  });

  test("D7.4 is completed by the job if no webhook arrived and the buyer did not return", async () => {
    const { id: memberId, cookie } = await newBuyer();
    const lost = await orderSmallest(cookie);
    await press(lost.path, "pay");
    await checkPayments.run(services, {});
    expect(await balanceOf(db, memberId)).toBe(0);
    services.clock.advance(11 * 60_000);
    await checkPayments.run(services, {});
    expect(await balanceOf(db, memberId)).toBe(10);
  });
});

test("D7.3 an order cancels the member's older open checkouts at the provider, and no one else's", async () => {
  const [buyer, other] = [await newBuyer(), await newBuyer()];
  const theirs = await orderSmallest(other.cookie);
  const older = await orderSmallest(buyer.cookie);
  const newer = await orderSmallest(buyer.cookie);
  await runJobs();
  const listed = (await get("/api/payments.php", buyer.cookie)).json().payments;
  expect(listed.map(({ payment_id: id, status }: { payment_id: string; status: string }) => [id, status])).toEqual([
    [newer.id, "open"],
    [older.id, "cancelled"],
  ]);
  expect(await statusOf(other.cookie, theirs.id)).toBe("open");
  // the page of the older checkout takes no money any more
  await press(older.path, "pay");
  expect(await statusOf(buyer.cookie, older.id)).toBe("cancelled");
});

test("D7.7 who pays an older checkout before it is cancelled has both purchases, and can withdraw from each", async () => {
  const buyer = await newBuyer();
  const orders = [await orderSmallest(buyer.cookie), await orderSmallest(buyer.cookie)];
  for (const { path } of orders) await press(path, "pay");
  await runJobs();
  const { purchases } = (await get("/api/withdrawals.php", buyer.cookie)).json();
  expect(purchases).toMatchObject(
    orders.toReversed().map(({ id }) => ({ payment_id: id, refund: { credits: 10, amount: 995 } })),
  );
});

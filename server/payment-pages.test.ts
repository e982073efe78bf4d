import { authoriseDirectDebit, confirmDirectDebit } from "#contract/direct-debit.ts";
import { dayMs } from "#contract/durations.ts";
import { getPaymentFile } from "#contract/staff-payments.ts";
import { giveCredits } from "#demo/factories.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { newIban } from "#server/features/payments/direct-debit/test-debtor.ts";
import { plantPayment } from "#server/features/payments/test-payment.ts";
import { expect } from "#server/test.ts";
import { test as base, partOf, wordsOf } from "./test-pages.ts";

/** Staff of the finance whose browser has no scripts. */
const test = base
  .extend("finance", { scope: "file" }, async ({ given }) => (await staffMember(given, "finance")).client)
  .extend("file", { scope: "file" }, ({ finance }) => async (id: string) => {
    return (await finance.call(getPaymentFile, { query: { id } })).body;
  })
  .extend("post", { scope: "file" }, ({ app, finance }) => async (id: string, fields: Record<string, string>) => {
    const { statusCode, headers, body } = await app.inject({
      method: "POST",
      url: `/staff/payments/${id}`,
      headers: {
        host: "localhost",
        accept: "text/html",
        "content-type": "application/x-www-form-urlencoded",
        origin: "http://localhost",
        cookie: finance.cookie,
      },
      payload: new URLSearchParams(fields).toString(),
    });
    const main = partOf(body, "main");
    const question = [...main.matchAll(/<form.*?<\/form>/gs)].find(([form]) => form.includes('name="sure"'))?.[0] ?? "";
    const inputs = [...question.matchAll(/<input[^>]*>/g)].map(([input]) => {
      const attributeOf = (name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1] ?? "";
      return [attributeOf("name"), attributeOf("value")];
    });
    return {
      status: statusCode,
      location: headers.location,
      words: wordsOf(main),
      question: wordsOf(question),
      answer: Object.fromEntries(inputs) as Record<string, string>,
    };
  });

test("D7.4 D11.4 without scripts a refund says its amount, the credits and what is left before a second post makes it, once", async ({
  member,
  services,
  file,
  post,
}) => {
  const anna = await member({ credits: 0 });
  const price = { credits: 10, list_minor: 1000, amount_minor: 1000, currency: "EUR", method: "card" };
  const id = await plantPayment(services, anna, price);
  await giveCredits(services, anna, 10);
  const form = { form: "refund", reason: "Asked by mail" };
  const impossible = await post(id, { ...form, extent: "part", amount: "11,00", credits: "" });
  expect([impossible.question, impossible.words]).toEqual(["", expect.stringContaining("Up to €10.00")]);
  const asked = await post(id, { ...form, extent: "part", amount: "3,00", credits: "" });
  expect(asked.question).toContain("Refund €3.00");
  expect(asked.question).toContain("Credits taken back: 3.");
  expect(asked.question).toContain("Left of this payment afterwards: €7.00.");
  expect(await file(id)).toMatchObject({ refunded: 0 });
  const made = await post(id, asked.answer);
  expect([made.status, made.location]).toEqual([302, `/staff/payments/${id}`]);
  expect(await file(id)).toMatchObject({ refunded: 300, refundable: { left: 700 } });
  // pressed twice, or after another refund, it is not made again
  await post(id, asked.answer);
  expect(await file(id)).toMatchObject({ refunded: 300 });
  const { form_key: _, ...again } = asked.answer;
  expect((await post(id, again)).status).toBe(400);
  const counted = await post(id, { ...form, extent: "credits", amount: "", credits: "2" });
  expect(counted.question).toContain("Credits taken back: 2.");
  expect(await file(id)).toMatchObject({ refunded: 300 });
});

test("D7.5 D11.4 without scripts a collection is cancelled after a question, and the page shows its state", async ({
  member,
  services,
  file,
  post,
}) => {
  const anna = await member({ createdAt: new Date(services.clock.now().getTime() - dayMs) });
  const { bundles } = (await anna.client.get("/api/bundles.php")).json();
  const phone = "+31620000031";
  const input = { bundle_id: bundles[0].id, amount: bundles[0].price, iban: newIban(), account_holder: "Eva Smit" };
  const { direct_debit: debit } = (
    await anna.client.call(authoriseDirectDebit, { body: { ...input, phone, authorised: true } })
  ).body;
  await services.jobs.drain(services);
  const code = /\d{6}/.exec(services.sms.sent.findLast(({ to }) => to === phone)?.text ?? "")?.[0] ?? "";
  const { payment } = (
    await anna.client.call(confirmDirectDebit, { body: { id: debit.id, code, begin_at_once: true } })
  ).body;
  const id = payment.payment_id;
  const asked = await post(id, { form: "debit", reason: "Not hers" });
  expect(asked.question).toContain("“Cancelled”");
  expect((await file(id)).events.map(({ kind }) => kind)).not.toContain("debit_cancel_asked");
  const unsaid = await post(id, { ...asked.answer, reason: "" });
  expect(unsaid.status).toBe(400);
  expect(unsaid.question).not.toContain("“Cancelled”");
  expect(await post(id, asked.answer)).toMatchObject({ status: 302, location: `/staff/payments/${id}` });
  await services.jobs.drain(services);
  expect(await file(id)).toMatchObject({ status: "cancelled", debit: { cancellable: false } });
});

import { randomUUID } from "node:crypto";
import { confirmDirectDebit, getDirectDebit, getMandateForm } from "#contract/direct-debit.ts";
import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import { getPayment, getPayments } from "#contract/payments.ts";
import { getUpdates } from "#contract/updates.ts";
import { getWithdrawables, withdraw } from "#contract/withdrawals.ts";
import { findWords } from "#server/features/privacy/test-member-tables.ts";
import { purgeOldRows } from "#server/features/retention.ts";
import { PaymentRefused } from "#server/ports/payments/port.ts";
import { createProviders } from "#server/ports/payments/providers.ts";
import type { Member } from "#server/test.ts";
import { checkPayments } from "../jobs.ts";
import { maskIban } from "./rules.ts";
import { expect, test, wrongCode } from "./test-debtor.ts";

test("R2.24 the form names amount, creditor, day of collection, what is left of the limit, and the prefix", async ({
  buyer,
}) => {
  const { client, bundle } = await buyer();
  const { body } = await client.call(getMandateForm, { query: { bundle_id: bundle.id } });
  expect(body).toMatchObject({
    amount: 995,
    currency: "EUR",
    creditor: { name: "Rendezvous Demo B.V.", identifier: "NL22ZZZ000000000000", country: "NL" },
    collect_on: "2026-11-23",
    limit_left: 10_000,
    phone_prefix: "+31",
  });
});

test("R2.24 a form for an unknown bundle, another site's, or a country without direct debits is refused", async ({
  buyer,
  services,
  siteIds,
}) => {
  const [{ client, bundle }, swede] = [await buyer(), await buyer({ country: "SE" })];
  const elsewhere = await services.db
    .selectFrom("bundles")
    .select("id")
    .where("site_id", "=", siteIds[1])
    .executeTakeFirstOrThrow();
  const codeOf = async (who: Member["client"], bundle_id: string) =>
    (await who.call(getMandateForm, { query: { bundle_id } })).body.error?.code;
  expect(await codeOf(client, randomUUID())).toBe("bundle_not_found");
  expect(await codeOf(client, elsewhere.id)).toBe("bundle_not_found");
  expect(await codeOf(swede.client, swede.bundle.id)).toBe("direct_debit_unavailable");
  await services.db.updateTable("companies").set({ creditor_id: "" }).execute();
  expect(await codeOf(client, bundle.id)).toBe("direct_debit_unavailable");
  await services.db.updateTable("companies").set({ creditor_id: "NL22ZZZ000000000000" }).execute();
});

test.for([
  [{ iban: "NL92ABNA0417164300" }, { iban: "iban_invalid" }],
  [{ iban: "NL91ABNA041716430" }, { iban: "iban_length" }],
  [{ iban: "TR330006100519786457841326" }, { iban: "iban_country" }],
  [{ iban: "NL91\u0000ABNA0417164300" }, { iban: "forbidden_characters" }],
  [{ iban: "" }, { iban: "iban_required" }],
  [{ phone: "+31201234567" }, { phone: "phone_invalid" }],
  [
    { phone: "12", iban: "x" },
    { phone: "phone_invalid", iban: "iban_invalid" },
  ],
  [{ phone: "" }, { phone: "phone_invalid" }],
  // the form begins the field with the prefix
  [
    { phone: "+31 ", account_holder: "" },
    { phone: "phone_invalid", account_holder: "account_holder_required" },
  ],
  [{ account_holder: "Eva\u0000" }, { account_holder: "forbidden_characters" }],
  [{ account_holder: " " }, { account_holder: "account_holder_required" }],
  [{ authorised: false }, { authorised: "authorisation_required" }],
  [{ authorised: undefined }, { authorised: "authorisation_required" }],
  [{ code: "NOT-A-CODE" }, { code: "discount_not_found" }],
  [{ return_to: "//elsewhere.example" }, { return_to: "invalid" }],
] as const)("R5.08 D7.5 %j is refused at its field", async ([changed, codes], { buyer, services }) => {
  const { authorise, id } = await buyer();
  const { status, body } = await authorise(changed);
  expect(status).toBe(400);
  expect(body.error?.field_codes).toEqual(codes);
  const stored = await services.db.selectFrom("direct_debits").select("id").where("member_id", "=", id).execute();
  expect(stored).toEqual([]);
});

test("D7.5 another price than the buyer saw is refused", async ({ buyer }) => {
  const { authorise } = await buyer();
  expect((await authorise({ amount: 1 })).body.error?.code).toBe("price_changed");
});

test("R5.08 D7.5 the code from the SMS confirms it, and the payment is pending by direct debit", async ({
  buyer,
  services,
}) => {
  const { client, authorise, newestCode, confirm, phone, bundle } = await buyer();
  const answer = await authorise({ iban: "nl91 abna 0417 1643 00", return_to: "/chats" });
  const { direct_debit: debit } = answer.body;
  expect(debit).toMatchObject({ iban: "NL•• •••• 4300", tries_left: 5, payment_id: null });
  expect(debit).toMatchObject({ credits: 10, amount: bundle.price });
  expect(debit.phone).toBe(`+31 •••• ${phone.slice(-2)}`);
  expect(debit.mandate_reference).toMatch(/^RV-[0-9A-F]{12}$/);
  expect(JSON.stringify(answer.body)).not.toMatch(/0417164300|\+316\d/);
  const code = await newestCode();
  expect(services.sms.sent.at(-1)?.text).toContain("€9.95");
  const { status, body } = await confirm(debit.id, ` ${code.slice(0, 3)} ${code.slice(3)} `);
  expect(status).toBe(200);
  expect(body.payment).toMatchObject({ status: "pending", method: "sepa", amount: 995, return_to: "/chats" });
  const shown = (await client.call(getDirectDebit, { query: { id: debit.id } })).body.direct_debit;
  expect(shown.payment_id).toBe(body.payment.payment_id);
  const order = await services.db
    .selectFrom("sandbox_payments")
    .select("mandate")
    .where("payment_id", "=", body.payment.payment_id)
    .executeTakeFirstOrThrow();
  expect(order.mandate).toBe(debit.mandate_reference);
});

test("D7.5 a payment says when it is collected, as its mandate does, until the money has arrived", async ({
  buyer,
  services,
}) => {
  const { client, pay } = await buyer();
  const { payment } = await pay();
  expect(payment).toMatchObject({ status: "pending", collect_on: "2026-11-23" });
  const shown = async () => [
    (await client.call(getPayment, { query: { id: payment.payment_id } })).body.payment,
    ...(await client.call(getPayments)).body.payments,
  ];
  const pending = { status: "pending", collect_on: "2026-11-23", iban: expect.stringMatching(/^[A-Z]{2}••.*\d{4}$/) };
  expect(await shown()).toMatchObject([pending, pending]);
  const completed = { status: "completed", completed_at: services.clock.now() };
  await services.db.updateTable("payments").set(completed).where("id", "=", payment.payment_id).execute();
  expect(await shown()).toMatchObject([
    { collect_on: null, iban: null },
    { collect_on: null, iban: null },
  ]);
});

test("D7.7 without the request to begin nothing is ordered, and the code works with it afterwards", async ({
  buyer,
  services,
}) => {
  const { id: memberId, client, authorise, newestCode, confirm } = await buyer();
  const { direct_debit: debit } = (await authorise()).body;
  const code = await newestCode();
  for (const begin_at_once of [false, undefined]) {
    const refused = await client.call(confirmDirectDebit, { body: { id: debit.id, code, begin_at_once } as never });
    expect(refused).toMatchObject({ status: 400, body: { error: { fields: { begin_at_once: expect.any(String) } } } });
  }
  const payments = () => services.db.selectFrom("payments").selectAll().where("member_id", "=", memberId).execute();
  expect(await payments()).toEqual([]);
  expect((await confirm(debit.id, code)).status).toBe(200);
  const [kept] = await payments();
  expect(kept?.begin_text).toContain("I expressly ask you to add my credits as soon as my payment arrives");
  // the order is confirmed before anything is delivered
  await services.jobs.drain(services);
  const text = services.mail.sent.at(-1)?.text ?? "";
  for (const part of [kept?.begin_text ?? "no request", "Model withdrawal form", "Terms and conditions"]) {
    expect(text).toContain(part);
  }
});

test("D7.5 neither tables, jobs nor logs hold the IBAN or the code", async ({ buyer, services, given }) => {
  const { db } = services;
  const { authorise, newestCode, confirm, phone, iban } = await buyer();
  const { direct_debit: debit } = (await authorise()).body;
  const everywhere = async (words: string[]) => [
    ...(await findWords(db, "public", words)),
    ...(await findWords(db, "pgboss", words)),
    ...given.logged.filter((line) => words.some((word) => line.includes(word))),
  ];
  expect(await everywhere([iban])).toEqual([]);
  const code = await newestCode();
  expect((await findWords(db, "public", [phone])).length).toBeGreaterThan(0);
  await confirm(debit.id, wrongCode(code));
  await confirm(debit.id, code);
  expect(await everywhere([iban, phone])).toEqual([]);
  const rows = await db.selectFrom("direct_debits").selectAll().where("id", "=", debit.id).execute();
  expect(rows).toMatchObject([{ iban_sealed: null, iban_masked: maskIban(iban), phone: expect.stringMatching(/•/) }]);
  expect(JSON.stringify(rows)).not.toContain(code);
});

test("D7.5 the mail has the mandate and says when the money is collected, in the order's language", async ({
  buyer,
  mails,
}) => {
  const { email, pay, iban } = await buyer({ language: "de", country: "DE" });
  const { payment } = await pay();
  const [mail, ...others] = await mails(email);
  expect(others).toEqual([]);
  const english = await buyer();
  await english.pay();
  expect((await mails(english.email)).at(-1)?.text).toContain("the instruction from Rendezvous Demo B.V.\n");
  expect(mail?.subject).toBe("Lastschrift über 9,95\u00a0€: wann wir sie einziehen");
  for (const words of [
    "am 23. November 2026 oder kurz danach",
    "Credits: 10",
    "Ich ermächtige Rendezvous Demo B.V., einmalig",
    "NL22ZZZ000000000000",
    "RV-",
    maskIban(iban),
    "20. November 2026",
    `/de/transactions/${payment.payment_id}`,
  ]) {
    expect(mail?.text).toContain(words);
  }
});

test("D7.5 a price that changed before the code came orders nothing, and counts for nothing", async ({
  buyer,
  services,
}) => {
  const { id, authorise, newestCode, confirm, client, bundle } = await buyer();
  const { direct_debit: debit } = (await authorise()).body;
  const { db } = services;
  await db.updateTable("bundles").set({ price_minor: 1095 }).where("id", "=", bundle.id).execute();
  expect((await confirm(debit.id, await newestCode())).body.error?.code).toBe("price_changed");
  await db.updateTable("bundles").set({ price_minor: 995 }).where("id", "=", bundle.id).execute();
  expect(await db.selectFrom("payments").select("id").where("member_id", "=", id).execute()).toEqual([]);
  expect((await client.call(getMandateForm, { query: { bundle_id: bundle.id } })).body.limit_left).toBe(10_000);
});

test("D7.5 a refusal of the provider is said as such; while it is away the same code works again", async ({
  buyer,
  services,
}) => {
  const [sandbox] = services.payments.all;
  const { authorise, newestCode, confirm } = await buyer();
  const { direct_debit: debit } = (await authorise()).body;
  const code = await newestCode();
  services.payments = createProviders({
    ...sandbox,
    createCheckout: () => Promise.reject(new PaymentRefused("the account is closed")),
  });
  expect((await confirm(debit.id, code)).body.error?.code).toBe("direct_debit_refused");
  services.payments = createProviders({ ...sandbox, createCheckout: () => Promise.reject(new Error("away")) });
  expect((await confirm(debit.id, code)).body.error?.code).toBe("payment_unavailable");
  services.clock.advance(11 * minuteMs);
  services.payments = createProviders(sandbox);
  expect((await confirm(debit.id, code)).body.payment.status).toBe("pending");
});

test("D7.7 a direct debit is withdrawn from before it is collected: the provider cancels it, and it counts for nothing", async ({
  buyer,
  services,
}) => {
  const { client, pay, bundle } = await buyer();
  const { payment } = await pay();
  const { purchases } = (await client.call(getWithdrawables, {})).body;
  expect(purchases).toMatchObject([{ payment_id: payment.payment_id, completed_at: null, withdrawn_at: null }]);
  expect((await client.call(withdraw, { body: { payment_id: payment.payment_id } })).status).toBe(200);
  while ((await services.jobs.drain(services)) > 0);
  const { payment: after } = (await client.call(getPayment, { query: { id: payment.payment_id } })).body;
  expect(after).toMatchObject({ status: "cancelled", withdrawn_at: services.clock.now().toISOString() });
  expect((await client.call(getMandateForm, { query: { bundle_id: bundle.id } })).body.limit_left).toBe(10_000);
});

test("D7.5 a debit that the bank did not pay is told by a mail and among the updates, once; a withdrawn one is not", async ({
  buyer,
  services,
  mails,
}) => {
  const [unpaid, withdrawn] = [await buyer(), await buyer()];
  const [first, second] = [(await unpaid.pay()).payment, (await withdrawn.pay()).payment];
  await withdrawn.client.call(withdraw, { body: { payment_id: second.payment_id } });
  const ids = [first.payment_id, second.payment_id];
  await services.db.updateTable("sandbox_payments").set({ status: "failed" }).where("payment_id", "in", ids).execute();
  for (const _again of [1, 2]) {
    services.clock.advance(hourMs);
    await checkPayments.run(services, {});
    while ((await services.jobs.drain(services)) > 0);
  }
  expect((await unpaid.client.call(getPayment, { query: { id: first.payment_id } })).body.payment.status).toBe(
    "failed",
  );
  const [announced, failed, ...more] = await mails(unpaid.email);
  expect([announced?.subject, more]).toEqual([expect.stringContaining("when we’ll collect it"), []]);
  expect(failed?.subject).toBe("We couldn’t collect your direct debit of €9.95");
  expect(failed?.text).toContain("you owe nothing for this order");
  expect(failed?.text).toContain(`/transactions/${first.payment_id}`);
  const kinds = async ({ client }: Member) =>
    (await client.call(getUpdates)).body.updates.map(({ kind, path }) => ({ kind, path }));
  expect(await kinds(unpaid)).toEqual([{ kind: "direct_debit_failed", path: `/transactions/${first.payment_id}` }]);
  expect(await kinds(withdrawn)).toEqual([]);
});

test("D7.5 a direct debit without confirmation is deleted after a day, with its IBAN", async ({ buyer, services }) => {
  const { db, clock } = services;
  const [begun, paid] = [await buyer(), await buyer()];
  const { direct_debit: debit } = (await begun.authorise()).body;
  const { id } = await paid.pay();
  const ids = () => db.selectFrom("direct_debits").select("id").where("id", "in", [debit.id, id]).execute();
  await purgeOldRows.run(services, {});
  expect(await ids()).toHaveLength(2);
  clock.advance(dayMs + minuteMs);
  await purgeOldRows.run(services, {});
  expect(await ids()).toEqual([{ id }]);
});

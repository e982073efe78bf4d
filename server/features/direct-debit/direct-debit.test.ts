import { randomUUID } from "node:crypto";
import {
  authoriseDirectDebit,
  confirmDirectDebit,
  getDirectDebit,
  getMandateForm,
  sendNewCode,
} from "#contract/direct-debit.ts";
import type { Db } from "#server/db/pool.ts";
import type { TestClock } from "#server/db/test-database.ts";
import { findWords } from "#server/features/privacy/test-member-tables.ts";
import { saveSetting } from "#server/features/sites/index.ts";
import { PaymentRefused } from "#server/ports/payments/port.ts";
import { test as base, expect, type Member } from "#server/test.ts";
import { liftDebitBlock, listDebitBlocks } from "./index.ts";
import { purgeDirectDebits } from "./jobs.ts";

const minute = 60_000;
const day = 1440 * minute;
const iban = "NL91ABNA0417164300";

/** A member who wants to pay the smallest bundle, and what they do. */
const test = base.extend("buyer", { scope: "file" }, ({ member, services }) => {
  return async (input: Parameters<typeof member>[0] = {}) => {
    // the welcome discount is over
    const createdAt = new Date(services.clock.now().getTime() - day);
    const made = await member({ createdAt, ...input });
    const bundle = await smallestFor(made);
    const body = { bundle_id: bundle.id, amount: bundle.price, iban, account_holder: "Eva Smit" };
    // a number of its own: codes to one number are limited
    const phone = `+316${String(20_000_000 + Math.floor(Math.random() * 9_000_000))}`;
    const authorise = (changed: object = {}) =>
      made.client.call(authoriseDirectDebit, { body: { ...body, phone, authorised: true, ...changed } });
    const newestCode = async () => {
      await services.jobs.drain(services);
      const newest = services.sms.sent.findLast(({ to }) => to === phone);
      return /\d{6}/.exec(newest?.text ?? "")?.[0] ?? "";
    };
    const confirm = (id: string, code: string) => made.client.call(confirmDirectDebit, { body: { id, code } });
    /** Authorises and confirms; returns the payment's id. */
    const pay = async (changed: object = {}) => {
      const { direct_debit } = (await authorise(changed)).body;
      const { payment } = (await confirm(direct_debit.id, await newestCode())).body;
      return { id: direct_debit.id, payment };
    };
    return { ...made, bundle, phone, authorise, newestCode, confirm, pay };
  };
});

async function smallestFor({ client }: Member): Promise<{ id: string; price: number }> {
  const { bundles } = (await client.app.inject({ url: "/api/bundles.php", headers: headersOf(client) })).json();
  return bundles[0];
}
const headersOf = (client: Member["client"]) => ({
  host: client.host,
  cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
});
/** Sets the site's limit, and waits until the cached settings are over. */
async function limitTo({ db, clock }: { db: Db; clock: TestClock }, siteId: number, amount: number) {
  await saveSetting(db, siteId, "direct_debit_limit", amount);
  clock.advance(6_000);
}
const wrong = (code: string) => (code === "111111" ? "222222" : "111111");

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
  [{ iban: "" }, { iban: "required" }],
  [{ phone: "+31201234567" }, { phone: "phone_invalid" }],
  [
    { phone: "12", iban: "x" },
    { phone: "phone_invalid", iban: "iban_invalid" },
  ],
  [{ phone: "" }, { phone: "required" }],
  [{ account_holder: "Eva\u0000" }, { account_holder: "forbidden_characters" }],
  [{ account_holder: " " }, { account_holder: "required" }],
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
  expect(debit).toMatchObject({ iban: "NL•• •••• 4300", tries_left: 5, payment_id: null, amount: bundle.price });
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

test("D7.5 neither tables, jobs nor logs hold the IBAN or the code", async ({ buyer, services, given }) => {
  const { db } = services;
  const { authorise, newestCode, confirm, phone } = await buyer();
  const { direct_debit: debit } = (await authorise()).body;
  const everywhere = async (words: string[]) => [
    ...(await findWords(db, "public", words)),
    ...(await findWords(db, "pgboss", words)),
    ...given.logged.filter((line) => words.some((word) => line.includes(word))),
  ];
  expect(await everywhere([iban])).toEqual([]);
  const code = await newestCode();
  expect((await findWords(db, "public", [phone])).length).toBeGreaterThan(0);
  await confirm(debit.id, wrong(code));
  await confirm(debit.id, code);
  expect(await everywhere([iban, phone])).toEqual([]);
  const rows = await db.selectFrom("direct_debits").selectAll().where("id", "=", debit.id).execute();
  expect(rows).toMatchObject([{ iban_sealed: null, iban_masked: "NL•• •••• 4300", phone: expect.stringMatching(/•/) }]);
  expect(JSON.stringify(rows)).not.toContain(code);
});

test("D7.5 the mail has the mandate and says when the money is collected, in the member's language", async ({
  buyer,
  mails,
}) => {
  const { email, pay } = await buyer({ language: "de", country: "DE" });
  const { payment } = await pay();
  const [mail, ...others] = await mails(email);
  expect(others).toEqual([]);
  expect(mail?.subject).toBe("Lastschrift über 9,95\u00a0€: wann wir sie einziehen");
  for (const words of [
    "am 23. November 2026 oder kurz danach",
    "Ich ermächtige Rendezvous Demo B.V., einmalig",
    "NL22ZZZ000000000000",
    "RV-",
    "NL•• •••• 4300",
    "20. November 2026",
    `/de/transactions/${payment.payment_id}`,
  ]) {
    expect(mail?.text).toContain(words);
  }
});

test("R5.08 a wrong code takes one of five tries, then only a new code works", async ({ buyer, services, client }) => {
  const { authorise, newestCode, confirm, client: own } = await buyer();
  const { direct_debit: debit } = (await authorise()).body;
  const code = await newestCode();
  for (let left = 4; left > 0; left -= 1) {
    const { body } = await confirm(debit.id, wrong(code));
    expect(body.error?.fields).toEqual({ code: "Code invalid" });
    expect((await own.call(getDirectDebit, { query: { id: debit.id } })).body.direct_debit.tries_left).toBe(left);
  }
  const fifth = await confirm(debit.id, wrong(code));
  expect(fifth.body.error?.field_codes).toEqual({ code: "sms_code_used_up" });
  expect((await confirm(debit.id, code)).body.error?.field_codes).toEqual({ code: "sms_code_used_up" });
  services.clock.advance(minute);
  expect((await client.call(sendNewCode, { body: { id: debit.id } })).status).toBe(403);
  expect((await own.call(sendNewCode, { body: { id: debit.id } })).body.direct_debit.tries_left).toBe(5);
  const second = await newestCode();
  if (second !== code) expect((await confirm(debit.id, code)).status).toBe(400);
  expect((await confirm(debit.id, second)).status).toBe(200);
});

test("R5.08 a code of other than six digits is invalid, and takes no try", async ({ buyer }) => {
  const { authorise, confirm, client } = await buyer();
  const { direct_debit: debit } = (await authorise()).body;
  for (const code of ["12345", "1234567", "abcdef", "١٢٣٤٥٦"]) {
    expect((await confirm(debit.id, code)).body.error?.fields).toEqual({ code: "Code invalid" });
  }
  expect((await client.call(getDirectDebit, { query: { id: debit.id } })).body.direct_debit.tries_left).toBe(5);
});

test("D7.5 of twenty wrong codes at once five are tried", async ({ buyer, services }) => {
  const { authorise, newestCode, confirm } = await buyer();
  const { direct_debit: debit } = (await authorise()).body;
  const code = await newestCode();
  const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(debit.id, wrong(code))));
  const invalid = answers.filter(({ body }) => body.error?.field_codes?.code === "sms_code_invalid");
  expect(invalid).toHaveLength(4);
  const row = await services.db
    .selectFrom("direct_debits")
    .select("tries_left")
    .where("id", "=", debit.id)
    .executeTakeFirstOrThrow();
  expect(row.tries_left).toBe(0);
});

test("D7.5 a code is good for ten minutes", async ({ buyer, services }) => {
  const { authorise, newestCode, confirm } = await buyer();
  const { direct_debit: debit } = (await authorise()).body;
  const code = await newestCode();
  services.clock.advance(10 * minute);
  expect((await confirm(debit.id, code)).body.error?.field_codes).toEqual({ code: "sms_code_expired" });
});

test("D7.5 confirmed twice at once, and again later, it is one payment and one mail", async ({
  buyer,
  services,
  mails,
}) => {
  const { id, email, authorise, newestCode, confirm } = await buyer();
  const { direct_debit: debit } = (await authorise()).body;
  const code = await newestCode();
  const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(debit.id, code)));
  answers.push(await confirm(debit.id, code));
  expect(answers.map(({ status }) => status)).toEqual(Array(9).fill(200));
  expect(new Set(answers.map(({ body }) => body.payment.payment_id)).size).toBe(1);
  expect(await services.db.selectFrom("payments").select("id").where("member_id", "=", id).execute()).toHaveLength(1);
  expect(await mails(email)).toHaveLength(1);
  expect((await confirm(debit.id, wrong(code))).body.error?.field_codes).toEqual({ code: "sms_code_invalid" });
});

test("D2.1 another member's direct debit, another site's, or none is not found", async ({ buyer, member, siteIds }) => {
  const { authorise, newestCode } = await buyer();
  const { direct_debit: debit } = (await authorise()).body;
  const code = await newestCode();
  const others = [await member(), await member({ siteId: siteIds[1], country: "DE" })];
  for (const { client } of others) {
    for (const id of [debit.id, randomUUID()]) {
      const answers = [
        await client.call(getDirectDebit, { query: { id } }),
        await client.call(confirmDirectDebit, { body: { id, code } }),
        await client.call(sendNewCode, { body: { id } }),
      ];
      for (const { status, body } of answers) {
        expect([status, body.error?.code]).toEqual([404, "direct_debit_not_found"]);
      }
    }
  }
});

test("D7.5 a new form replaces the one before; a new code for a confirmed one is refused", async ({ buyer }) => {
  const { authorise, newestCode, confirm, client } = await buyer();
  const first = (await authorise()).body.direct_debit;
  const firstCode = await newestCode();
  const second = (await authorise()).body.direct_debit;
  expect((await confirm(first.id, firstCode)).body.error?.code).toBe("direct_debit_not_found");
  expect((await confirm(second.id, await newestCode())).status).toBe(200);
  expect((await client.call(sendNewCode, { body: { id: second.id } })).status).toBe(404);
});

test("D7.5 a new code can be asked for after a minute, three times an hour", async ({ buyer, services }) => {
  const { authorise, client } = await buyer();
  const { direct_debit: debit } = (await authorise()).body;
  const early = await client.call(sendNewCode, { body: { id: debit.id } });
  expect([early.status, early.body.error?.code]).toEqual([429, "sms_limit"]);
  expect(early.headers["retry-after"]).toBe("60");
  for (let count = 0; count < 3; count += 1) {
    services.clock.advance(minute);
    expect((await client.call(sendNewCode, { body: { id: debit.id } })).status).toBe(200);
  }
  services.clock.advance(minute);
  expect((await client.call(sendNewCode, { body: { id: debit.id } })).body.error?.code).toBe("sms_limit");
  expect((await authorise()).body.error?.code).toBe("sms_limit");
});

test("D7.5 a number gets few messages, from all members together", async ({ buyer }) => {
  const { phone, authorise } = await buyer();
  for (let count = 0; count < 2; count += 1) expect((await authorise()).status).toBe(200);
  for (let count = 0; count < 4; count += 1) {
    const other = await buyer();
    expect((await other.authorise({ phone })).status).toBe(200);
  }
  const last = await buyer();
  expect((await last.authorise({ phone })).body.error?.code).toBe("sms_limit");
});

test("D7.5 direct debits are limited to an amount in 30 days; what failed does not count", async ({
  buyer,
  services,
  siteIds,
}) => {
  const { db, clock } = services;
  const { id, client, authorise, pay, bundle } = await buyer();
  await limitTo(services, siteIds[0], 2000);
  const first = await pay();
  await pay();
  const refused = await authorise();
  expect([refused.status, refused.body.error?.message]).toEqual([
    403,
    "Your limit for direct debit payments has been reached. Please choose another way to pay, or try again later.",
  ]);
  const form = await client.call(getMandateForm, { query: { bundle_id: bundle.id } });
  expect(form.body.error?.code).toBe("direct_debit_limit");
  await db.updateTable("payments").set({ status: "failed" }).where("id", "=", first.payment.payment_id).execute();
  expect((await client.call(getMandateForm, { query: { bundle_id: bundle.id } })).body.limit_left).toBe(1005);
  const longAgo = new Date(clock.now().getTime() - 30 * day);
  await db.updateTable("direct_debits").set({ confirmed_at: longAgo }).where("member_id", "=", id).execute();
  expect((await client.call(getMandateForm, { query: { bundle_id: bundle.id } })).body.limit_left).toBe(2000);
  await limitTo(services, siteIds[0], 10_000);
});

test("D7.5 a limit that was reached meanwhile refuses the right code too", async ({ buyer, services, siteIds }) => {
  const { authorise, newestCode, confirm } = await buyer();
  const { direct_debit: debit } = (await authorise()).body;
  await limitTo(services, siteIds[0], 0);
  expect((await confirm(debit.id, await newestCode())).body.error?.code).toBe("direct_debit_limit");
  await limitTo(services, siteIds[0], 10_000);
  expect((await confirm(debit.id, await newestCode())).status).toBe(200);
});

test("D7.5 a reversal blocks its member until staff lift it; one of a card blocks nothing", async ({
  buyer,
  services,
  siteIds,
}) => {
  const { db, hooks, clock } = services;
  const { id, client, bundle, authorise, newestCode, confirm } = await buyer();
  const { direct_debit: debit } = (await authorise()).body;
  await hooks.paymentChargedBack(db, { memberId: id, siteId: siteIds[0], method: "card" }, clock.now());
  const form = () => client.call(getMandateForm, { query: { bundle_id: bundle.id } });
  expect((await form()).status).toBe(200);
  for (let count = 0; count < 2; count += 1) {
    await hooks.paymentChargedBack(db, { memberId: id, siteId: siteIds[0], method: "sepa" }, clock.now());
  }
  clock.advance(minute);
  const refused = [
    await form(),
    await authorise(),
    await confirm(debit.id, await newestCode()),
    await client.call(sendNewCode, { body: { id: debit.id } }),
  ];
  for (const { status, body } of refused) {
    expect([status, body.error?.message]).toEqual([403, "Your account is blocked for direct debit payments."]);
  }
  expect(await listDebitBlocks(db)).toMatchObject([{ member_id: id, site: "rendezvous" }]);
  expect(await liftDebitBlock(db, id)).toBe(true);
  expect(await liftDebitBlock(db, id)).toBe(false);
  expect((await form()).status).toBe(200);
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
  const sandbox = services.payments;
  const { authorise, newestCode, confirm } = await buyer();
  const { direct_debit: debit } = (await authorise()).body;
  const code = await newestCode();
  services.payments = { ...sandbox, createCheckout: () => Promise.reject(new PaymentRefused("the account is closed")) };
  expect((await confirm(debit.id, code)).body.error?.code).toBe("direct_debit_refused");
  services.payments = { ...sandbox, createCheckout: () => Promise.reject(new Error("away")) };
  expect((await confirm(debit.id, code)).body.error?.code).toBe("payment_unavailable");
  services.clock.advance(11 * minute);
  services.payments = sandbox;
  expect((await confirm(debit.id, code)).body.payment.status).toBe("pending");
});

test("D7.5 a direct debit without confirmation is deleted after a day, with its IBAN", async ({ buyer, services }) => {
  const { db, clock } = services;
  const [begun, paid] = [await buyer(), await buyer()];
  const { direct_debit: debit } = (await begun.authorise()).body;
  const { id } = await paid.pay();
  const ids = () => db.selectFrom("direct_debits").select("id").where("id", "in", [debit.id, id]).execute();
  await purgeDirectDebits.run(services, {});
  expect(await ids()).toHaveLength(2);
  clock.advance(day + minute);
  await purgeDirectDebits.run(services, {});
  expect(await ids()).toEqual([{ id }]);
});

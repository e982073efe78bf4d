import type { CardWallet } from "#contract/constants.ts";
import { authoriseDirectDebit, confirmDirectDebit } from "#contract/direct-debit.ts";
import { dayMs } from "#contract/durations.ts";
import { newIban } from "#server/features/payments/direct-debit/test-debtor.ts";
import { createProviders } from "#server/ports/payments/providers.ts";
import { expect } from "#server/test.ts";
import { createTexts } from "#server/texts.ts";
import { test as base, partOf, wordsOf } from "./test-pages.ts";

const texts = createTexts();
const say = (key: string, params = {}) => texts.t("en", key, params).replace(/<\/?\w+>/g, "");

/** A member who signed up some time ago, with the smallest bundle, and what the main part of a page tells them. */
const test = base.extend("buyer", ({ load, member, services }) => async (agoMs: number) => {
  const createdAt = new Date(services.clock.now().getTime() - agoMs);
  const { client } = await member({ createdAt });
  const { bundles } = (await client.get("/api/bundles.php")).json();
  const html = async (path: string) => partOf((await load("en", path, { client })).body, "main");
  return {
    client,
    bundle: bundles[0] as { id: string; price: number },
    html,
    words: async (path: string) => wordsOf(await html(path)),
  };
});

test("R4.14 prices with the welcome discount say that it is for the first purchase", async ({ buyer }) => {
  const note = say("credits:discount.first_purchase", { worth: "25%" });
  expect(await (await buyer(0)).words("/credits")).toContain(note);
  expect(await (await buyer(dayMs)).words("/credits")).not.toContain(note);
});

test("D7.4 with its sales off a site says on the credits and pricing pages that it sells none any more, and what becomes of credits", async ({
  buyer,
  load,
  siteHas,
}) => {
  const { client, words } = await buyer(dayMs);
  const pricing = async () => wordsOf(partOf((await load("en", "/pricing", { client })).body, "main"));
  expect(await words("/credits")).not.toContain(say("credits:none.closed"));
  await siteHas({ sales: "off" });
  const told = await words("/credits");
  expect(told).toContain(say("credits:none.closed"));
  expect(told).not.toContain(say("credits:with_premium.ends"));
  expect(await pricing()).toContain(say("pages:pricing.closed"));
});

test("D11.6 D7.7 who has to prove their age first reads so before they buy credits", async ({ buyer, siteHas }) => {
  const { bundle, words } = await buyer(dayMs);
  const paths = ["/credits", `/credits/${bundle.id}`];
  for (const path of paths) expect(await words(path)).not.toContain(say("credits:unusable.age"));
  await siteHas({ age_assurance: "required" });
  for (const path of paths) expect(await words(path)).toContain(say("credits:unusable.age"));
});

test("R13.03 the order page names Apple Pay and Google Pay beside the card where the provider has them, else the card alone", async ({
  buyer,
  services,
}) => {
  const { bundle, words } = await buyer(dayMs);
  const card = say("payments:methods.card");
  const page = () => words(`/credits/${bundle.id}`);
  // the built-in stand-in has none
  const plain = await page();
  expect(plain).toContain(card);
  expect(plain).not.toMatch(/Apple Pay|Google Pay/);
  const { payments } = services;
  const [provider] = payments.all;
  const offers = (name: string, wallets: readonly CardWallet[]) => {
    services.payments = createProviders({ ...provider, name, cardWallets: async () => wallets });
  };
  offers("with one", ["google_pay"]);
  const one = await page();
  expect(one).toContain(`${card}, Google Pay`);
  expect(one).toContain(say("credits:order.wallets", { wallets: "Google Pay" }));
  expect(one).not.toContain("Apple Pay");
  offers("with both", ["apple_pay", "google_pay"]);
  const both = await page();
  expect(both).toContain(`${card}, Apple Pay, Google Pay`);
  expect(both).toContain(say("credits:order.wallets", { wallets: "Apple Pay and Google Pay" }));
  services.payments = payments;
});

test("D7.5 a buyer by direct debit learns when the credits come: before the order, beside the collection date, and after", async ({
  buyer,
  services,
}) => {
  const { client, bundle, words } = await buyer(dayMs);
  const order = await words(`/credits/${bundle.id}`);
  expect(order.split(say("credits:order.by_direct_debit"))).toHaveLength(2);
  const date = "23 Nov 2026";
  const arrival = say("direct-debit:mandate.arrival", { date });
  expect(await words(`/directdebit?bundle=${bundle.id}`)).toContain(arrival);
  const phone = "+31620000001";
  const input = { bundle_id: bundle.id, amount: bundle.price, iban: newIban(), account_holder: "Eva Smit", phone };
  const { direct_debit: debit } = (await client.call(authoriseDirectDebit, { body: { ...input, authorised: true } }))
    .body;
  const codeStep = await words(`/directdebit?bundle=${bundle.id}&id=${debit.id}`);
  expect(codeStep).toContain(arrival);
  // article 8(2): goods and total right above the button
  expect(codeStep).toMatch(/10 credits\s+–\s+Total, including VAT\s+€9\.95\s+Buy now and pay/);
  await services.jobs.drain(services);
  const code = /\d{6}/.exec(services.sms.sent.findLast(({ to }) => to === phone)?.text ?? "")?.[0] ?? "";
  const { payment } = (await client.call(confirmDirectDebit, { body: { id: debit.id, code, begin_at_once: true } }))
    .body;
  const pending = await words(`/transactions/${payment.payment_id}`);
  expect(pending).toContain(say("payments:pending.collected", { date }));
  expect(pending).not.toContain(say("payments:pending.text"));
});

test("D12.1 on a demo site the step with the code leads to the outbox for text messages, elsewhere not", async ({
  buyer,
  services,
  siteIds,
}) => {
  const { client, bundle, html } = await buyer(dayMs);
  const input = { bundle_id: bundle.id, amount: bundle.price, iban: newIban(), account_holder: "Eva Smit" };
  const { direct_debit: debit } = (
    await client.call(authoriseDirectDebit, { body: { ...input, phone: "+31620000002", authorised: true } })
  ).body;
  const codeStep = () => html(`/directdebit?bundle=${bundle.id}&id=${debit.id}`);
  const hint = say("direct-debit:code.outbox");
  expect(wordsOf(await codeStep()).replaceAll(" .", ".")).toContain(hint);
  expect(await codeStep()).toContain('href="/outbox"');
  await services.db.updateTable("sites").set({ demo: false }).where("id", "=", siteIds[0]).execute();
  // the site's settings are cached for five seconds
  services.clock.advance(5_001);
  const elsewhere = await codeStep();
  expect(elsewhere).toContain(say("direct-debit:code.title"));
  expect(elsewhere).not.toContain("/outbox");
});

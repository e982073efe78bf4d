import { randomUUID } from "node:crypto";
import { getMandateForm, sendNewCode } from "#contract/direct-debit.ts";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { pausePurchases, setSpendingLimit } from "#contract/spending.ts";
import { blockAfterChargeback, liftDebitBlock, listDebitBlocks } from "./block-store.ts";
import { expect, test } from "./test-debtor.ts";

test("R8.05 D7.5 direct debits are limited to an amount in 30 days; what failed does not count", async ({
  buyer,
  services,
  siteHas,
}) => {
  const { db, clock } = services;
  const { id, client, authorise, pay, bundle } = await buyer();
  await siteHas({ direct_debit_limit: 2000 });
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
  const longAgo = new Date(clock.now().getTime() - 30 * dayMs);
  await db.updateTable("direct_debits").set({ confirmed_at: longAgo }).where("member_id", "=", id).execute();
  expect((await client.call(getMandateForm, { query: { bundle_id: bundle.id } })).body.limit_left).toBe(2000);
});

test("D7.5 a limit that was reached meanwhile refuses the right code too", async ({ buyer, siteHas }) => {
  const { authorise, newestCode, confirm } = await buyer();
  const { direct_debit: debit } = (await authorise()).body;
  await siteHas({ direct_debit_limit: 0 });
  expect((await confirm(debit.id, await newestCode())).body.error?.code).toBe("direct_debit_limit");
  await siteHas({ direct_debit_limit: 10_000 });
  expect((await confirm(debit.id, await newestCode())).status).toBe(200);
});

test("R8.05 D7.5 a reversal blocks its member until staff lift it; one of a card blocks nothing", async ({
  buyer,
  services,
  siteIds,
}) => {
  const { db, clock } = services;
  const { id, client, bundle, authorise, newestCode, confirm } = await buyer();
  const { direct_debit: debit } = (await authorise()).body;
  const payment = { paymentId: randomUUID(), memberId: id, siteId: siteIds[0] };
  await blockAfterChargeback({ db, services, now: clock.now() }, { ...payment, method: "card" });
  const form = () => client.call(getMandateForm, { query: { bundle_id: bundle.id } });
  expect((await form()).status).toBe(200);
  for (let count = 0; count < 2; count += 1) {
    await blockAfterChargeback({ db, services, now: clock.now() }, { ...payment, method: "sepa" });
  }
  clock.advance(minuteMs);
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

test("D7.5 the member's own monthly limit and pause refuse a direct debit before a code is sent", async ({
  buyer,
  services,
}) => {
  const { client, authorise, phone } = await buyer();
  await client.call(setSpendingLimit, { body: { limit: 500 } });
  expect((await authorise()).body.error?.code).toBe("spending_limit_reached");
  const paused = await buyer();
  await paused.client.call(pausePurchases, { body: { days: 1 } });
  expect((await paused.authorise()).body.error?.code).toBe("purchases_paused");
  await services.jobs.drain(services);
  expect(services.sms.sent.filter(({ to }) => to === phone || to === paused.phone)).toEqual([]);
});

test("D7.5 a monthly limit that was set meanwhile refuses the right code, and orders nothing", async ({
  buyer,
  services,
}) => {
  const { id, client, authorise, newestCode, confirm } = await buyer();
  const { direct_debit: debit } = (await authorise()).body;
  await client.call(setSpendingLimit, { body: { limit: 500 } });
  const answer = await confirm(debit.id, await newestCode());
  expect([answer.status, answer.body.error?.code]).toEqual([403, "spending_limit_reached"]);
  const payments = services.db.selectFrom("payments").select("id").where("member_id", "=", id);
  expect(await payments.execute()).toEqual([]);
});

import { randomUUID } from "node:crypto";
import { getMandateForm, sendNewCode } from "#contract/direct-debit.ts";
import { dayMs } from "#contract/durations.ts";
import { getStoredMethods } from "#contract/payments.ts";
import { eraseAccount } from "#server/features/privacy/index.ts";
import { purgeOldRows } from "#server/features/retention.ts";
import { blockAfterChargeback, liftAfterReversal, liftDebitBlock } from "./block-store.ts";
import { expect, newIban, test } from "./test-debtor.ts";

test("D7.5 text messages go to confirmed accounts only", async ({ buyer, services }) => {
  const { authorise, client, bundle, phone } = await buyer({ confirmed: false });
  const answers = [
    await authorise(),
    await client.call(getMandateForm, { query: { bundle_id: bundle.id } }),
    await client.call(sendNewCode, { body: { id: randomUUID() } }),
  ];
  for (const { body } of answers) expect(body.error?.code).toBe("direct_debit_not_confirmed");
  await services.jobs.drain(services);
  expect(services.sms.sent.filter(({ to }) => to === phone)).toEqual([]);
});

test("D7.5 a phone of a country that is neither the site's nor the bank account's gets no message", async ({
  buyer,
}) => {
  const { authorise } = await buyer();
  // Albania is in SEPA, and not among the site's countries
  expect((await authorise({ phone: "+355672345678" })).body.error?.field_codes).toEqual({ phone: "phone_invalid" });
  const albanian = { phone: "+355672345678", iban: "AL47212110090000000235698741" };
  expect((await authorise(albanian)).status).toBe(200);
});

test("D7.5 an account gets ten messages a day, and an address thirty", async ({ buyer, services: { limits } }) => {
  const one = await buyer();
  for (let count = 0; count < 10; count += 1) await limits.recordAttempt("sms_member_day", one.id);
  expect((await one.authorise()).body.error?.code).toBe("sms_limit");
  const other = await buyer();
  for (let count = 0; count < 30; count += 1) await limits.recordAttempt("sms_address", "127.0.0.1");
  expect((await other.authorise()).body.error?.code).toBe("sms_limit");
  await limits.clear("sms_address", "127.0.0.1");
  expect((await other.authorise()).status).toBe(200);
});

test("D7.5 the site's limit of a day stops all text messages, also of many members at once, until the next day", async ({
  buyer,
  services,
  siteHas,
  client,
}) => {
  await services.db.deleteFrom("sms_days").execute();
  await siteHas({ sms_daily: 3 });
  const buyers = await Promise.all(Array.from({ length: 6 }, () => buyer()));
  const answers = await Promise.all(buyers.map(({ authorise }) => authorise()));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  const stopped = answers.find(({ status }) => status !== 200);
  expect(stopped?.body.error?.code).toBe("sms_limit");
  await services.jobs.drain(services);
  const phones = buyers.map(({ phone }) => phone);
  expect(services.sms.sent.filter(({ to }) => phones.includes(to))).toHaveLength(3);
  const { body } = await client.app.inject({ url: "/metrics" });
  expect(body).toContain("rendezvous_sms_stopped 1");
  services.clock.advance(dayMs);
  const refused = buyers[answers.findIndex(({ status }) => status !== 200)];
  expect((await refused?.authorise())?.status).toBe(200);
});

test("D7.5 the limit of a bank account holds for every account that uses it", async ({ buyer, siteHas }) => {
  await siteHas({ direct_debit_limit: 1_500 });
  const iban = newIban();
  const first = await buyer();
  await first.pay({ iban });
  const second = await buyer();
  expect((await second.authorise({ iban })).body.error?.code).toBe("direct_debit_limit");
  // so it does for the phone
  expect((await second.authorise({ phone: first.phone })).body.error?.code).toBe("direct_debit_limit");
  expect((await second.authorise()).status).toBe(200);
});

test("D7.5 of two accounts that debit one bank account at once only one stays within the limit", async ({
  buyer,
  siteHas,
}) => {
  await siteHas({ direct_debit_limit: 1_500 });
  const iban = newIban();
  const both = await Promise.all([buyer(), buyer()]);
  const codes = [];
  for (const one of both) {
    const { direct_debit } = (await one.authorise({ iban })).body;
    codes.push({ one, id: direct_debit.id, code: await one.newestCode() });
  }
  const answers = await Promise.all(codes.map(({ one, id, code }) => one.confirm(id, code)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
});

test("D7.5 a bank account pays little until its first debit is paid, in every account", async ({
  buyer,
  services,
  siteHas,
}) => {
  await siteHas({ direct_debit_first: 1_500 });
  const iban = newIban();
  const one = await buyer();
  const { payment } = await one.pay({ iban });
  for (const debtor of [one, await buyer()]) {
    const { body } = await debtor.authorise({ iban });
    expect(body.error).toMatchObject({
      code: "direct_debit_first_limit",
      message: expect.stringContaining("You can pay up to €15.00 from this bank account"),
    });
  }
  const paid = services.db.updateTable("payments").set({ status: "completed", completed_at: services.clock.now() });
  await paid.where("id", "=", payment.payment_id).execute();
  expect((await one.authorise({ iban })).status).toBe(200);
});

test("D7.5 a debit that was taken back blocks bank account and phone in a new account, also after an erased one", async ({
  buyer,
  services,
  siteIds,
}) => {
  const { db, clock } = services;
  const thief = await buyer();
  const { payment } = await thief.pay();
  await db
    .updateTable("accounts")
    .set({ status: "deleted", deleted_at: new Date(clock.now().getTime() - 15 * dayMs) })
    .where("id", "=", thief.id)
    .execute();
  expect(await eraseAccount(services, thief.id)).toBe(true);
  const chargeback = { paymentId: payment.payment_id, memberId: null, siteId: siteIds[0], method: "sepa" };
  await blockAfterChargeback({ db, services, now: clock.now() }, chargeback);
  const again = await buyer();
  expect((await again.authorise({ iban: thief.iban })).body.error?.code).toBe("direct_debit_blocked");
  expect((await again.authorise({ phone: thief.phone })).body.error?.code).toBe("direct_debit_blocked");
  expect((await again.authorise()).status).toBe(200);
  // what is stored of it names neither
  const uses = await db.selectFrom("direct_debit_uses").selectAll().execute();
  expect(JSON.stringify(uses)).not.toContain(thief.iban);
  await purgeOldRows.run({ ...services, clock: { now: () => new Date(clock.now().getTime() + 400 * dayMs) } }, {});
  expect(await db.selectFrom("direct_debit_uses").select("id").execute()).toEqual([]);
});

test("D7.5 staff lift the block of a bank account with its member's", async ({ buyer, services, siteIds }) => {
  const { db, clock } = services;
  const eva = await buyer();
  const { payment } = await eva.pay();
  const chargeback = { paymentId: payment.payment_id, memberId: eva.id, siteId: siteIds[0], method: "sepa" };
  await blockAfterChargeback({ db, services, now: clock.now() }, chargeback);
  expect((await eva.authorise({ iban: eva.iban })).body.error?.code).toBe("direct_debit_blocked");
  // the order page does not offer what the form would refuse
  const isBlocked = async () => (await eva.client.call(getStoredMethods)).body.debit_blocked;
  expect(await isBlocked()).toBe(true);
  expect(await liftDebitBlock(db, eva.id)).toBe(true);
  expect(await isBlocked()).toBe(false);
  expect((await eva.authorise({ iban: eva.iban })).status).toBe(200);
});

test("D7.5 a reversed chargeback lifts the block that it alone caused, for its member and for their bank account", async ({
  buyer,
  services,
  siteIds,
}) => {
  const { db, clock } = services;
  const [eva, tom] = [await buyer(), await buyer()];
  const pay = async () => {
    const { payment } = await eva.pay();
    return { paymentId: payment.payment_id, memberId: eva.id, siteId: siteIds[0], method: "sepa" };
  };
  const [first, second] = [await pay(), await pay()];
  for (const charged of [first, second]) await blockAfterChargeback({ db, services, now: clock.now() }, charged);
  const codeOf = async ({ authorise }: typeof eva) =>
    (await authorise({ iban: eva.iban })).body.error?.code ?? "authorised";
  await liftAfterReversal(db, first);
  expect([await codeOf(eva), await codeOf(tom)]).toEqual(["direct_debit_blocked", "direct_debit_blocked"]);
  await liftAfterReversal(db, second);
  expect([await codeOf(tom), await codeOf(eva)]).toEqual(["authorised", "authorised"]);
});

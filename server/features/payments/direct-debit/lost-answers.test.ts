import { getMandateForm } from "#contract/direct-debit.ts";
import { dayMs, minuteMs } from "#contract/durations.ts";
import { createMollie } from "#server/ports/payments/mollie/mollie.ts";
import { startTestMollie } from "#server/ports/payments/mollie/test-mollie.ts";
import { createProviders } from "#server/ports/payments/providers.ts";
import { checkPayments } from "../jobs.ts";
import { signOrder } from "../receive-webhook.ts";
import { purgeDirectDebits } from "./authorise.ts";
import { setConfirmed } from "./direct-debits-store.ts";
import { test as base, expect } from "./test-debtor.ts";
import { insertDebitUse } from "./use-store.ts";

const test = base
  .extend("mollie", { scope: "file" }, async ({ services }, { onCleanup }) => {
    const mollie = await startTestMollie();
    onCleanup(mollie.close);
    services.payments = createProviders(createMollie({ key: mollie.apiKey, url: mollie.url }));
    return mollie;
  })
  /** Mollie's webhook about a payment, at the address that its order named. */
  .extend("tell", { scope: "file" }, ({ app, services, mollie }) => async (reference: string) => {
    const { paymentId = "" }: { paymentId?: string } = mollie.payments.get(reference)?.metadata ?? {};
    const url = `/api/payment-webhook.php?order=${signOrder(services.config, paymentId)}`;
    const headers = { host: "localhost", "content-type": "application/x-www-form-urlencoded" };
    const request = { method: "POST", url, headers, payload: `id=${reference}` } as const;
    return (await app.inject(request)).statusCode;
  })
  /** A debtor without a customer at Mollie, who has the code. */
  .extend("debtor", { scope: "file" }, ({ buyer, mollie }) => async () => {
    const one = await buyer();
    const { direct_debit: debit } = (await one.authorise()).body;
    const code = await one.newestCode();
    const newestReference = () => [...mollie.payments.keys()].at(-1) ?? "";
    return { ...one, debit, newestReference, confirmIt: () => one.confirm(debit.id, code) };
  })
  /** A debtor whose debit Mollie took, but its answer was lost. */
  .extend("unanswered", { scope: "file" }, ({ debtor, mollie }) => async () => {
    const one = await debtor();
    mollie.whenAsked(({ path }) => path.endsWith("/mandates") && mollie.fail("lost"));
    expect((await one.confirmIt()).body.error?.code).toBe("payment_unavailable");
    mollie.whenAsked(undefined);
    mollie.fail(undefined);
    return { ...one, reference: one.newestReference() };
  })
  /** What is stored of a direct debit. */
  .extend("rowsOf", { scope: "file" }, ({ services: { db } }) => async (id: string) => {
    const columns = ["payment_id", "iban_sealed", "phone", "account_holder"] as const;
    const debit = await db.selectFrom("direct_debits").select(columns).where("id", "=", id).executeTakeFirstOrThrow();
    const uses = db.selectFrom("direct_debit_uses").select(["payment_id", "barred_at"]).where("id", "=", id);
    return { debit, use: await uses.executeTakeFirstOrThrow() };
  });

test("D7.5 a first debit whose answer was lost is charged once, also if the code comes again after Mollie forgot its key", async ({
  unanswered,
  mollie,
}) => {
  const { confirmIt, reference } = await unanswered();
  mollie.clearKeys();
  const { status, body } = await confirmIt();
  expect([status, body.payment?.status]).toEqual([200, "pending"]);
  const charged = [...mollie.payments.values()].filter(
    ({ metadata }) => (metadata as { paymentId?: string }).paymentId === body.payment.payment_id,
  );
  expect(charged.map(({ id }) => id)).toEqual([reference]);
});

test("D7.5 a debit whose answer was lost gets its mandate mail by Mollie's report, once, and its IBAN is erased", async ({
  unanswered,
  tell,
  mollie,
  mails,
  rowsOf,
  buyer,
}) => {
  const { debit, reference, email, iban, phone, confirmIt } = await unanswered();
  expect(await rowsOf(debit.id)).toMatchObject({ debit: { payment_id: null, phone }, use: { payment_id: null } });
  for (const count of [1, 2]) expect([count, await tell(reference)]).toEqual([count, 200]);
  const linked = { payment_id: expect.any(String) };
  const erased = { ...linked, iban_sealed: null, phone: expect.stringContaining("•") };
  expect(await rowsOf(debit.id)).toMatchObject({ debit: erased, use: { ...linked, barred_at: null } });
  expect((await confirmIt()).body.payment).toMatchObject({ status: "pending" });
  const [mail, ...others] = await mails(email);
  expect([mail?.text, others]).toEqual([expect.stringContaining(debit.mandate_reference), []]);

  mollie.pay(reference);
  await tell(reference);
  mollie.chargeBack(reference);
  await tell(reference);
  const other = await buyer();
  for (const same of [{ iban }, { phone }]) {
    expect((await other.authorise(same)).body.error?.code).toBe("direct_debit_blocked");
  }
});

test("D7.5 a chargeback bars the bank account, also if the first report that arrives has it", async ({
  unanswered,
  tell,
  mollie,
  rowsOf,
  buyer,
}) => {
  const { debit, reference, iban } = await unanswered();
  mollie.pay(reference);
  mollie.chargeBack(reference);
  expect(await tell(reference)).toBe(200);
  expect((await rowsOf(debit.id)).use.barred_at).not.toBeNull();
  expect((await (await buyer()).authorise({ iban })).body.error?.code).toBe("direct_debit_blocked");
});

test("D7.5 the order and Mollie's reports at once send one mail", async ({ debtor, tell, mollie, mails, rowsOf }) => {
  const { debit, email, confirmIt, newestReference } = await debtor();
  const told: Promise<number>[] = [];
  mollie.whenAsked(({ method, path }) => {
    if (method === "POST" && path === "/v2/payments") told.push(...[1, 2, 3].map(() => tell(newestReference())));
  });
  const { status, body } = await confirmIt();
  mollie.whenAsked(undefined);
  expect([status, ...(await Promise.all(told))]).toEqual([200, 200, 200, 200]);
  expect((await rowsOf(debit.id)).debit.payment_id).toBe(body.payment.payment_id);
  expect(await mails(email)).toHaveLength(1);
});

test("D7.5 a debit whose answer was lost and that the bank refused announces no collection, and counts for nothing", async ({
  unanswered,
  tell,
  mollie,
  mails,
  rowsOf,
}) => {
  const { debit, reference, email, client, bundle } = await unanswered();
  mollie.findPayment(reference).status = "failed";
  expect(await tell(reference)).toBe(200);
  expect((await rowsOf(debit.id)).debit).toMatchObject({ payment_id: expect.any(String), iban_sealed: null });
  expect(await mails(email)).toEqual([]);
  expect((await client.call(getMandateForm, { query: { bundle_id: bundle.id } })).body.limit_left).toBe(10_000);
});

test.for([0, 40, 200, 300])(
  "D7.5 an order that Mollie never answered counts for nothing after %d days more",
  async (days, { debtor, mollie, services, rowsOf, buyer, mails, siteHas }) => {
    await siteHas({ direct_debit_first: 1500 });
    const one = await debtor();
    mollie.fail("500");
    expect((await one.confirmIt()).body.error?.code).toBe("payment_unavailable");
    const sameAccount = async () => (await (await buyer()).authorise({ iban: one.iban })).body.error?.code;
    const samePhone = async () => (await (await buyer()).authorise({ phone: one.phone })).body.error?.code;
    expect([await sameAccount(), await samePhone()]).toEqual(["direct_debit_first_limit", "direct_debit_first_limit"]);
    services.clock.advance(dayMs + minuteMs);
    await checkPayments.run(services, {});
    await purgeDirectDebits.run(services, {});
    mollie.fail(undefined);
    expect((await one.confirmIt()).body.payment.status).toBe("failed");
    services.clock.advance(days * dayMs);
    expect([await sameAccount(), await samePhone()]).toEqual([undefined, undefined]);
    const masked = { phone: expect.stringContaining("•"), account_holder: "E••• S•••" };
    const linked = { payment_id: expect.any(String) };
    expect(await rowsOf(one.debit.id)).toEqual({
      debit: { ...linked, ...masked, iban_sealed: null },
      use: { ...linked, barred_at: null },
    });
    expect(await mails(one.email)).toEqual([]);
  },
);

test("D7.5 an order that was given up and is paid all the same is delivered, and its chargeback bars the bank account", async ({
  unanswered,
  tell,
  mollie,
  services,
  rowsOf,
  buyer,
}) => {
  const { debit, reference, iban } = await unanswered();
  services.clock.advance(dayMs + minuteMs);
  await checkPayments.run(services, {});
  mollie.pay(reference);
  expect(await tell(reference)).toBe(200);
  expect((await rowsOf(debit.id)).use.barred_at).toBeNull();
  mollie.chargeBack(reference);
  expect(await tell(reference)).toBe(200);
  expect((await rowsOf(debit.id)).use.barred_at).not.toBeNull();
  expect((await (await buyer()).authorise({ iban })).body.error?.code).toBe("direct_debit_blocked");
});

test("D7.5 a confirmation whose order was never stored is deleted after a day, and so is its use", async ({
  debtor,
  services: { db, clock },
  services,
  siteIds,
}) => {
  const { debit } = await debtor();
  const keyed = db.selectFrom("direct_debits").select(["iban_key", "phone_key"]).where("id", "=", debit.id);
  const { iban_key: iban, phone_key: phone } = await keyed.executeTakeFirstOrThrow();
  if (!iban || !phone) throw new Error("no keys");
  // the process was killed between the two
  await setConfirmed(db, debit.id, clock.now());
  await insertDebitUse(db, { id: debit.id, siteId: siteIds[0], keys: { iban, phone }, amount: 995, now: clock.now() });
  const left = async () => [
    await db.selectFrom("direct_debits").select("id").where("id", "=", debit.id).execute(),
    await db.selectFrom("direct_debit_uses").select("id").where("id", "=", debit.id).execute(),
  ];
  await purgeDirectDebits.run(services, {});
  expect(await left()).toEqual([[{ id: debit.id }], [{ id: debit.id }]]);
  clock.advance(dayMs + minuteMs);
  await purgeDirectDebits.run(services, {});
  expect(await left()).toEqual([[], []]);
});

test("R13.03 a debit whose answer was lost stays with its provider, whatever comes first by then", async ({
  unanswered,
  services,
}) => {
  const { confirmIt, reference } = await unanswered();
  const [own] = services.payments.all;
  const other = {
    ...own,
    name: "second",
    createCheckout: () => Promise.reject(new Error("another provider is asked")),
  };
  services.payments = createProviders(other, own);
  const { status, body } = await confirmIt();
  services.payments = createProviders(own);
  expect([status, body.payment?.status]).toEqual([200, "pending"]);
  const { payment_id: id } = body.payment ?? {};
  const rows = services.db
    .selectFrom("payments")
    .select(["provider", "provider_reference"])
    .where("id", "=", id ?? "");
  expect(await rows.execute()).toEqual([{ provider: "mollie", provider_reference: reference }]);
});

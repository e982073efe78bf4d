import { getMandateForm } from "#contract/direct-debit.ts";
import { createMollie } from "#server/ports/payments/mollie/mollie.ts";
import { startTestMollie } from "#server/ports/payments/mollie/test-mollie.ts";
import { test as base, expect } from "./test-debtor.ts";

const test = base
  .extend("mollie", { scope: "file" }, async ({ services }, { onCleanup }) => {
    const mollie = await startTestMollie();
    onCleanup(mollie.close);
    services.payments = createMollie({ key: mollie.apiKey, url: mollie.url });
    return mollie;
  })
  /** Mollie's webhook about a payment. */
  .extend("tell", { scope: "file" }, ({ app }) => async (reference: string) => {
    const headers = { host: "localhost", "content-type": "application/x-www-form-urlencoded" };
    const request = { method: "POST", url: "/api/payment-webhook.php", headers, payload: `id=${reference}` } as const;
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
    const columns = ["payment_id", "iban_sealed", "phone"] as const;
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

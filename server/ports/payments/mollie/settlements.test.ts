import { afterAll, afterEach, describe, expect, test } from "vitest";
import { orderOf } from "#server/ports/payments/test-provider.ts";
import { createMollie } from "./mollie.ts";
import { startTestMollie } from "./test-mollie.ts";

const mollie = await startTestMollie();
const { apiKey: key, accessToken: settlementsToken, url } = mollie;
const provider = createMollie({ key, settlementsToken, url });
const signal = new AbortController().signal;
afterEach(() => {
  mollie.fail(undefined);
  mollie.setPageSize(250);
  mollie.settlements.clear();
});
afterAll(() => mollie.close());

const paid = async (amount = 2_000) => {
  const { reference } = await provider.createCheckout(orderOf({ amount }), signal);
  mollie.pay(reference);
  return reference;
};
const period = () => ({ from: new Date(Date.now() - 60_000), until: new Date(Date.now() + 5_000) });
const list = async () => (await provider.listSettlements(period(), signal)) ?? [];

describe("R13.04 payouts at Mollie", () => {
  test("have their number, what was paid out, and fees with fractions of a cent added up before they are rounded", async () => {
    const ids = [await paid(), await paid(), await paid()];
    const refund = mollie.createRefund(mollie.findPayment(ids[0] ?? ""), {
      amount: { value: "5.00", currency: "EUR" },
    });
    refund.status = "refunded";
    const chargeback = mollie.chargeBack(ids[1] ?? "");
    const { id, reference, settledAt } = mollie.payOut(ids);
    expect(await list()).toEqual([
      {
        ...{ reference: id, number: reference, currency: "EUR", paidOutAt: new Date(settledAt ?? "") },
        // three times 0.2904
        ...{ fees: 87, net: 6_000 - 500 - 2_000 - 87 },
      },
    ]);
    const currency = "EUR";
    expect(await provider.fetchSettlement(id, signal)).toEqual([
      ...ids.map((payment) => ({ kind: "payment", reference: payment, payment, amount: 2_000, currency })),
      { kind: "refund", reference: refund.id, payment: ids[0], amount: 500, currency },
      { kind: "chargeback", reference: chargeback.id, payment: ids[1], amount: 2_000, currency },
    ]);
  });

  test("are listed only once they are paid out, also one that took money from us", async () => {
    const first = await paid(1_000);
    for (const status of ["open", "pending", "failed"]) mollie.payOut([first], status);
    expect(await list()).toEqual([]);
    mollie.chargeBack(first);
    mollie.payOut([first]);
    expect((await list()).map(({ net }) => net)).toEqual([-29]);
  });

  test("are read page by page, and a line that comes on two pages is one", async () => {
    const ids = [await paid(), await paid(), await paid(), await paid(), await paid()];
    const settlement = mollie.payOut(ids);
    for (const id of ids.slice(0, 3)) mollie.payOut([id]);
    mollie.setPageSize(2);
    expect(await list()).toHaveLength(4);
    // a page shifts while they are read
    settlement.payments.splice(2, 0, mollie.findPayment(ids[1] ?? ""));
    const lines = await provider.fetchSettlement(settlement.id, signal);
    expect(lines.map(({ reference }) => reference).toSorted()).toEqual(ids.toSorted());
  });

  test.each(["500", "html", "wrong", "lost"] as const)("can't be read while Mollie answers %j", async (fault) => {
    const { id } = mollie.payOut([await paid()]);
    mollie.fail(fault);
    await expect(provider.listSettlements(period(), signal)).rejects.toThrow();
    await expect(provider.fetchSettlement(id, signal)).rejects.toThrow();
  });

  test("are not asked for without a token, because an API key may not read them", async () => {
    const without = createMollie({ key, url });
    mollie.payOut([await paid()]);
    expect(await without.listSettlements(period(), signal)).toBeNull();
    const wrong = createMollie({ key, settlementsToken: key, url });
    await expect(wrong.listSettlements(period(), signal)).rejects.toThrow("401");
  });
});

import { afterAll, expect, test } from "vitest";
import { staffRoles } from "#contract/constants.ts";
import { dayMs, hourMs } from "#contract/durations.ts";
import { getSettlements } from "#contract/settlements.ts";
import { changeStaffSites } from "#contract/staff.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { fetchSettlements } from "#server/features/payments/index.ts";
import { openShop } from "#server/features/payments/test-shop.ts";
import { createMollie } from "#server/ports/payments/mollie/mollie.ts";
import { startTestMollie } from "#server/ports/payments/mollie/test-mollie.ts";
import { createProviders } from "#server/ports/payments/providers.ts";

const shop = await openShop();
const { app, services, newBuyer, bundlesOf, order, orderSmallest, press, runJobs, tell } = shop;
const { db, clock } = services;
const [sandbox] = services.payments.all;
const mollie = await startTestMollie({ now: () => clock.now() });
const atMollie = createMollie({ key: mollie.apiKey, settlementsToken: mollie.accessToken, url: mollie.url });
afterAll(async () => {
  await mollie.close();
  await shop.close();
});

/** Logs in anew: the clock leaps over the end of a session. */
const logIn = async () => (await staffMember({ app, services }, "finance")).client;
const show = async () => (await (await logIn()).call(getSettlements)).body;
const countRows = async () => ({
  settlements: (await db.selectFrom("settlements").select("id").execute()).length,
  lines: (await db.selectFrom("settlement_lines").select("reference").execute()).length,
});

/** Pays for the smallest bundle at the sandbox. */
async function buyAtSandbox() {
  const { path, id, reference } = await orderSmallest((await newBuyer()).cookie);
  await press(path, "pay", { method: "card" });
  await runJobs();
  return { path, id, reference };
}

/** Pays for the smallest bundle at the stand-in of Mollie. */
async function buyAtMollie() {
  const { cookie } = await newBuyer();
  const [bundle] = await bundlesOf(cookie);
  const answer = (await order(cookie, { bundle_id: bundle?.id, method: "card" })).json();
  const reference = String(answer.checkout_url).split("/").at(-1) ?? "";
  mollie.pay(reference);
  await tell(`id=${reference}`, { "content-type": "application/x-www-form-urlencoded" });
  await runJobs();
  return { id: String(answer.payment.payment_id), reference };
}

test("R13.04 a day at the sandbox is paid out after midnight, with what came in, what went back and the fees", async () => {
  clock.set("2026-11-20T12:00:00Z");
  const [first, second] = [await buyAtSandbox(), await buyAtSandbox()];
  await press(second.path, "charge_back");
  await runJobs();
  await fetchSettlements.run(services, {});
  expect((await show()).settlements).toEqual([]);
  clock.set("2026-11-21T05:49:00Z");
  for (const _ of [1, 2]) await fetchSettlements.run(services, {});
  const { settlements, differences } = await show();
  const { amount_minor: amount } = await db
    .selectFrom("payments")
    .select("amount_minor")
    .where("id", "=", first.id)
    .executeTakeFirstOrThrow();
  const fees = 2 * (25 + Math.round(amount * 0.018));
  expect(settlements).toMatchObject([
    {
      ...{ number: "2026-11-20.EUR", provider: "sandbox", paid_out_at: "2026-11-21T00:00:00.000Z", currency: "EUR" },
      ...{ payments: 2, gross: 2 * amount, refunds: 0, chargebacks: amount, fees, net: amount - fees },
      ...{ mixed: false, differences: 0 },
    },
  ]);
  expect(differences).toEqual([]);
  expect(await countRows()).toEqual({ settlements: 1, lines: 3 });
});

test("R13.04 each line that differs from the books is listed with its payment, and a payout that does not add up", async () => {
  clock.set("2026-11-22T12:00:00Z");
  services.payments = createProviders(atMollie);
  const bought = [];
  for (let count = 0; count < 5; count += 1) bought.push(await buyAtMollie());
  const [right, other, open, twice, stranger] = bought;
  const payout = mollie.payOut([right, other, open, twice, stranger].map((each) => each?.reference ?? ""));
  mollie.payOut([twice?.reference ?? ""]);
  // a cent of one line went another way, a payment of ours is not paid by our books, and one we do not have
  await db
    .updateTable("payments")
    .set({ amount_minor: 1, list_minor: 1 })
    .where("id", "=", other?.id ?? "")
    .execute();
  const pending = { status: "pending", completed_at: null };
  await db
    .updateTable("payments")
    .set(pending)
    .where("id", "=", open?.id ?? "")
    .execute();
  await db
    .updateTable("payments")
    .set({ provider_reference: "tr_else" })
    .where("id", "=", stranger?.id ?? "")
    .execute();
  payout.amount = { ...payout.amount, value: (Number(payout.amount.value) - 0.02).toFixed(2) };
  clock.advance(hourMs);
  for (const _ of [1, 2]) await fetchSettlements.run(services, {});
  const { settlements, differences } = await show();
  const rows = differences.map(({ kind, line, reference, payment_id: id }) => [kind, line, reference, id]);
  expect(rows.toSorted()).toEqual(
    [
      ["sum", null, null, null],
      ["amount", "payment", other?.reference, other?.id],
      ["open", "payment", open?.reference, open?.id],
      ["twice", "payment", twice?.reference, twice?.id],
      ["twice", "payment", twice?.reference, twice?.id],
      ["unknown", "payment", stranger?.reference, null],
    ].toSorted(),
  );
  const whole = differences.find(({ kind }) => kind === "sum");
  expect((whole?.theirs?.amount ?? 0) - (whole?.ours?.amount ?? 0)).toBe(-2);
  expect(settlements.map((each) => each.differences).toSorted()).toEqual([0, 1, 5]);
});

test("R13.04 a payment that is in no payout for two weeks is missing; one of yesterday is not", async () => {
  const early = await buyAtMollie();
  clock.advance(15 * dayMs);
  const late = await buyAtMollie();
  const last = await buyAtMollie();
  mollie.payOut([last.reference]);
  clock.advance(hourMs);
  await fetchSettlements.run(services, {});
  const missing = (await show()).differences.filter(({ kind }) => kind === "missing").map((row) => row.payment_id);
  expect(missing).toContain(early.id);
  expect(missing).not.toContain(late.id);
});

test.for(["500", "lost", "html"] as const)(
  "R13.04 a payout whose answer is %j is stored whole by the next run, and by no later one again",
  async (fault) => {
    const { reference } = await buyAtMollie();
    const settlement = mollie.payOut([reference]);
    clock.advance(hourMs);
    const before = await countRows();
    mollie.whenAsked(({ path }) => path.includes(settlement.id) && mollie.fail(fault));
    mollie.fail(fault);
    await expect(fetchSettlements.run(services, {})).rejects.toThrow();
    mollie.fail(undefined);
    mollie.whenAsked(({ path }) => path.endsWith("/refunds?limit=250") && mollie.fail(fault));
    await expect(fetchSettlements.run(services, {})).rejects.toThrow();
    expect(await countRows()).toEqual(before);
    mollie.whenAsked(undefined);
    mollie.fail(undefined);
    for (const _ of [1, 2, 3]) await fetchSettlements.run(services, {});
    expect(await countRows()).toEqual({ settlements: before.settlements + 1, lines: before.lines + 1 });
  },
);

test("R13.04 two runs at once store each payout once", async () => {
  const { reference } = await buyAtMollie();
  mollie.payOut([reference]);
  clock.advance(hourMs);
  const before = await countRows();
  await Promise.all([1, 2, 3].map(() => fetchSettlements.run(services, {})));
  expect(await countRows()).toEqual({ settlements: before.settlements + 1, lines: before.lines + 1 });
});

test("R13.04 a provider whose payouts can't be read changes nothing", async () => {
  services.payments = createProviders(createMollie({ key: mollie.apiKey, url: mollie.url }));
  const before = await countRows();
  await fetchSettlements.run(services, {});
  expect(await countRows()).toEqual(before);
  services.payments = createProviders(sandbox);
});

test("R13.04 D11.4 payouts are for finance and admins of all sites, their file too, which adds up to the page", async () => {
  const file = "/staff-csv/settlements";
  for (const role of staffRoles) {
    const staff = await staffMember({ app, services }, role);
    const allowed = role === "finance" || role === "admin";
    expect((await staff.client.call(getSettlements)).status, role).toBe(allowed ? 200 : 403);
    expect((await staff.client.get(file)).statusCode, role).toBe(allowed ? 200 : 404);
  }
  const boss = await staffMember({ app, services }, "admin");
  const limited = await staffMember({ app, services }, "finance");
  await boss.client.call(changeStaffSites, { body: { id: limited.id, sites: ["rendezvous"] } });
  expect((await limited.client.call(getSettlements)).status).toBe(403);
  expect((await limited.client.get(file)).statusCode).toBe(404);
  const lines = (await (await logIn()).get(file)).body.split("\r\n").slice(1, -1);
  const { settlements, differences } = await show();
  expect(lines).toHaveLength(settlements.length + differences.length);
  const net = lines
    .filter((line) => line.startsWith("payout,"))
    .map((line) => Math.round(Number(line.split(",")[9]) * 100));
  expect(net.reduce((sum, minor) => sum + minor, 0)).toBe(settlements.reduce((sum, each) => sum + each.net, 0));
});

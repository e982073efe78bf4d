import { afterAll, beforeAll, expect, test } from "vitest";
import { testServices } from "#server/db/test-database.ts";
import { reconcileLedger } from "#server/features/credits/index.ts";
import { lastClosable } from "#server/features/office/index.ts";
import { countBuyers, listPartnerBalances, listStatements } from "#server/features/office/partners/partner-store.ts";
import { findNamedSources } from "#server/features/office/revenue/revenue-store.ts";
import { showSettlements } from "#server/features/office/settlements/show-settlements.ts";
import { findWithdrawableBy } from "#server/features/payments/index.ts";
import { reconcilePayments } from "#server/features/payments/reconcile-payments.ts";
import { methodsOf } from "#server/ports/payments/methods.ts";
import { loadDemoWorld } from "./load.ts";

const { services, siteIds, close } = await testServices();
afterAll(close);
const { db, clock, config } = services;
const payments = () => db.selectFrom("payments").selectAll().orderBy("created_at").execute();

beforeAll(async () => {
  const addPhoto = () => Promise.reject(new Error("no photos here"));
  const world = { db, config, addPhoto, now: clock.now(), seed: "test", siteIds, portraits: 0, log: () => {} };
  await loadDemoWorld(world);
});

test("D12.1 the demo world has payments of several methods and ends on both sites, none of a login's", async () => {
  const rows = await payments();
  const kinds = new Set(rows.map((row) => `${row.site_id === siteIds[0]} ${row.method} ${row.status}`));
  expect([...kinds].toSorted()).toEqual([
    "false card completed",
    "false paypal completed",
    "true card completed",
    "true ideal completed",
    "true paypal completed",
    "true sepa pending",
  ]);
  for (const { method, country, currency } of rows) {
    expect(methodsOf({ country: country ?? "", currency }), `${method} ${country}`).toContain(method);
  }
  const refunded = rows.filter((row) => row.refunded_minor > 0);
  expect(refunded.map((row) => row.refunded_minor < row.amount_minor)).toEqual([true]);
  expect(rows.filter((row) => row.charged_back_minor === row.amount_minor)).toHaveLength(1);
  const buyers = await db
    .selectFrom("profiles")
    .select(["premium", "name"])
    .where(
      "member_id",
      "in",
      rows.flatMap((row) => row.member_id ?? []),
    )
    .execute();
  expect(buyers.every(({ premium, name }) => premium && !["Alex", "Robin"].includes(name))).toBe(true);
  const debits = await db.selectFrom("direct_debits").select(["mandate_reference", "payment_id"]).execute();
  expect(debits).toMatchObject([
    { mandate_reference: expect.stringMatching(/^RV-/), payment_id: rows.find((row) => row.method === "sepa")?.id },
  ]);
});

test("R13.01 the buyers of the demo world came by several sources, of which some have ten buyers or more", async () => {
  const named = await findNamedSources(db, siteIds);
  expect(
    named
      .filter(({ path }) => path.length === 1)
      .map(({ path }) => path[0])
      .toSorted(),
  ).toEqual(["", "adnet", "meadow"]);
});

test("R13.01 each buyer's first purchase counts among the results of the source that brought them", async () => {
  const buyers = new Set((await payments()).filter(({ status }) => status === "completed").map((row) => row.member_id));
  const bought = await db.selectFrom("conversions").select("network").where("step", "=", "purchase").execute();
  expect(bought).toHaveLength(buyers.size);
  expect(new Set(bought.map(({ network }) => network))).toEqual(new Set(["", "adnet", "meadow"]));
});

test("R13.02 a partner of the demo world has a statement of each month that is over, and is owed a payout", async () => {
  const partners = await db.selectFrom("partners").selectAll().execute();
  expect(partners).toMatchObject([{ site_id: siteIds[0], closed_to: lastClosable(clock.now()) }]);
  const [{ id = "", currency = "", least_payout_minor: least = 0 } = {}] = partners;
  const months = (await listStatements(db, id, 100)).map(({ month }) => month);
  expect(new Set(months).size).toBe(4);
  const owed = await listPartnerBalances(db, [id]);
  expect(owed.find((each) => each.currency === currency)?.amount).toBeGreaterThan(least);
  // so that its page shows the statements (R13.02)
  expect(await countBuyers(db, id)).toBeGreaterThanOrEqual(10);
});

test("R13.04 the provider's payouts of the demo world agree with the books, but for one refund", async () => {
  const { settlements, differences } = await showSettlements({ db, now: clock.now() }, {});
  expect(settlements.length).toBeGreaterThan(5);
  expect(differences).toMatchObject([{ kind: "amount", line: "refund" }]);
  expect(settlements.map((each) => each.differences).filter((count) => count > 0)).toEqual([1]);
});

test("D7.5 D7.1 their books agree: ledger, payments, receipts and the sandbox", async () => {
  await expect(reconcileLedger.run(services, {})).resolves.toBeUndefined();
  await reconcilePayments(services, 90);
  expect(await db.selectFrom("payment_issues").select("kind").execute()).toEqual([]);
  const receipts = await db.selectFrom("receipts").select(["kind", "number"]).orderBy("number").execute();
  expect(receipts.map(({ number }) => number)).toEqual(receipts.map((_, index) => index + 1));
  expect(Map.groupBy(receipts, ({ kind }) => kind).get("credit_note")).toHaveLength(2);
});

test("D7.7 a withdrawal waits for staff, who can carry it out", async () => {
  const [waiting, ...more] = await db.selectFrom("withdrawals").selectAll().execute();
  expect([waiting?.outcome, waiting?.number, more]).toEqual(["recorded", expect.stringMatching(/^\d{4}-\d{6}$/), []]);
  const { member_id: memberId, site_id: siteId, created_at: declaredAt } = waiting ?? {};
  if (!memberId || siteId === undefined || !declaredAt) throw new Error("no withdrawal");
  const withdrawable = await findWithdrawableBy(db, { memberId, siteId, declaredAt });
  expect([...withdrawable.values()]).toMatchObject([{ amount: expect.any(Number) }]);
});

test("D12.1 the sandbox's pages of them lead back to the site, port included", async () => {
  const links = await db.selectFrom("sandbox_payments").select(["return_url", "webhook_url"]).execute();
  const origins = new Set(links.flatMap((row) => [row.return_url, row.webhook_url].map((url) => new URL(url).origin)));
  expect([...origins].sort()).toEqual(["127.0.0.1", "localhost"].map((host) => `http://${host}:${config.port}`));
});

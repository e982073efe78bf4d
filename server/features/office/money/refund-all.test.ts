import { randomUUID } from "node:crypto";
import { getBundles } from "#contract/credits.ts";
import { hourMs } from "#contract/durations.ts";
import { getMoney, refundAll } from "#contract/money.ts";
import { decideProposal, takeProposals } from "#contract/office.ts";
import { startPayment } from "#contract/payments.ts";
import { dice } from "#demo/random.ts";
import { balanceOf, book } from "#server/features/credits/index.ts";
import { findUnbalanced } from "#server/features/credits/test-books.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { plantPurchase } from "#server/features/payments/test-purchase.ts";
import { test as base, expect } from "#server/test.ts";
import { refundClosingSites } from "./refund-all.ts";

const test = base
  .extend("fred", { scope: "file" }, ({ given }) => staffMember(given, "finance"))
  .extend("fay", { scope: "file" }, ({ given }) => staffMember(given, "finance"))
  .extend("key", { scope: "file" }, async ({ services, siteIds: [siteId] }) => {
    const site = services.db.selectFrom("sites").select("key").where("id", "=", siteId);
    return (await site.executeTakeFirstOrThrow()).key;
  })
  /** Members who bought in two currencies and spent some of it. */
  .extend("buyers", { scope: "file" }, ({ member, services }) => async (count: number) => {
    const { db, clock } = services;
    const { between, pick } = dice("refund all");
    for (let each = 0; each < count; each += 1) {
      const buyer = await member({ credits: between(0, 5) });
      for (let purchase = between(1, 3); purchase > 0; purchase -= 1) {
        const at = new Date(clock.now().getTime() - between(1, 900) * hourMs);
        const currency = pick(["EUR", "EUR", "SEK"]);
        const bought = { credits: between(1, 60), amount: between(1, 9_999), currency, at };
        await plantPurchase(services, buyer, bought);
      }
      const spent = between(0, await balanceOf(db, buyer.id));
      const { id: memberId, siteId } = buyer;
      const entry = { memberId, siteId, amount: -spent, causeId: randomUUID(), now: clock.now() };
      if (spent > 0) await book(db, { ...entry, cause: "message" });
    }
  });

test("D7.4 a site with its sales off shows no prices and accepts no order", async ({ member, siteHas }) => {
  const { client } = await member();
  const offered = async () => (await client.call(getBundles)).body;
  const { bundles, sells } = await offered();
  expect(sells).toBe(true);
  await siteHas({ sales: "off" });
  expect(await offered()).toMatchObject({ bundles: [], sells: false });
  const body = { bundle_id: bundles[0]?.id ?? "", amount: bundles[0]?.price ?? 0, begin_at_once: true } as const;
  const answer = await client.call(startPayment, { body }, { key: randomUUID() });
  expect(answer.body.error?.code).toBe("bundle_not_found");
  await siteHas({ sales: "on" });
  expect(await offered()).toMatchObject({ bundles, sells: true });
});

test("D7.4 refunding all of a site pays what is owed, takes two people and sales that are off, goes on where it was cut off, and doubles nothing", async ({
  buyers,
  fred,
  fay,
  key,
  siteHas,
  services,
}) => {
  const { db } = services;
  await buyers(12);
  const money = async () => (await fred.client.call(getMoney, { query: { site: key } })).body;
  const { owed } = await money();
  expect(owed.map(({ currency }) => currency)).toEqual(["EUR", "SEK"]);
  const body = { site: key, reason: "The site closes" };
  expect((await fred.client.call(refundAll, { body })).body.error?.code).toBe("sales_open");
  await siteHas({ sales: "off" });
  expect((await fred.client.call(refundAll, { body })).status).toBe(200);
  await refundClosingSites.run(services, {});
  expect((await money()).owed).toEqual(owed);
  const { items } = (await fay.client.call(takeProposals, { body: { count: 10 } })).body;
  const decide = { id: items[0]?.id ?? "", verdict: "confirmed" } as const;
  expect((await fred.client.call(decideProposal, { body: decide })).status).toBe(409);
  expect((await fay.client.call(decideProposal, { body: decide })).status).toBe(200);
  // cut off after three members
  const { jobs } = services;
  let added = 0;
  const add: typeof jobs.add = async (...job) => {
    added += 1;
    if (added > 5) throw new Error("killed");
    await jobs.add(...job);
  };
  await expect(refundClosingSites.run({ ...services, jobs: { ...jobs, add } }, {})).rejects.toThrow("not refunded");
  expect((await money()).closings).toMatchObject([{ site: key, finished_at: null }]);
  await Promise.allSettled([refundClosingSites.run(services, {}), refundClosingSites.run(services, {})]);
  await refundClosingSites.run(services, {});
  const after = await money();
  expect(after.owed).toEqual([]);
  const [closing] = after.closings;
  expect(closing?.finished_at).not.toBeNull();
  expect(closing?.refunded).toEqual(owed.map(({ amount, currency }) => ({ amount, currency })));
  const refunds = db.selectFrom("refunds").select(["payment_id", "staff_id", "confirmed_by"]);
  const rows = await refunds.where("reason", "=", "site_closed").execute();
  expect(new Set(rows.map(({ payment_id: id }) => id)).size).toBe(rows.length);
  expect(rows[0]).toMatchObject({ staff_id: fred.id, confirmed_by: fay.id });
  expect(await findUnbalanced(db)).toEqual([]);
});

import { getMoney } from "#contract/money.ts";
import { getOverview } from "#contract/overview.ts";
import { getResults } from "#contract/results.ts";
import { makeSales } from "#server/features/office/money/test-sales.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { expect, test } from "#server/test.ts";

const period = { from: "2026-10-01", to: "2026-12-31" };

test("D7.8 the overview has a row for each site, with the sums of the pages about money and advertising", async ({
  given,
  services,
  siteIds,
}) => {
  const { db, clock } = services;
  await makeSales(given, "overview", 60);
  const lost = await db
    .selectFrom("payments")
    .selectAll()
    .where("status", "=", "completed")
    .where("site_id", "=", siteIds[1])
    .executeTakeFirstOrThrow();
  const chargeback = { payment_id: lost.id, amount_minor: 700, credits: 1, created_at: clock.now() };
  await db
    .insertInto("chargebacks")
    .values({ ...chargeback, provider_reference: "taken" })
    .execute();
  const counted = { lander: "", slug: "", variant: "", network: "", ref: "", sub1: "", sub2: "", sub3: "" };
  const id = Buffer.alloc(16, 1);
  const visits = { ...counted, id, site_id: siteIds[1], day: "2026-11-10", language: "de", visits: 7 };
  await db.insertInto("visit_counts").values(visits).execute();
  const { client: finance } = await staffMember(given, "finance");
  const { sites } = (await finance.call(getOverview, { query: period })).body;
  expect(sites.map(({ site }) => site)).toEqual(["rendezvous", "abendrot"]);
  for (const { site, money, visits: seen, signups, purchases } of sites) {
    const { totals } = (await finance.call(getMoney, { query: { ...period, site } })).body;
    expect(money.map(({ currency, paid, back }) => ({ currency, paid, back }))).toEqual(
      totals.map(({ currency, paid, back }) => ({ currency, paid, back })),
    );
    const { total } = (await finance.call(getResults, { query: { ...period, site } })).body;
    expect({ seen, signups, purchases }).toEqual({
      seen: total.visits,
      signups: total.signups,
      purchases: total.purchases,
    });
  }
  expect(sites[1]?.visits).toBe(7);
  expect(sites[1]?.money.find(({ currency }) => currency === lost.currency)).toMatchObject({
    chargebacks: 1,
    charged_back: 700,
  });
});

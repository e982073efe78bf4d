import { staffRoles } from "#contract/constants.ts";
import { getResults } from "#contract/results.ts";
import { createVisitCounter, findResults, originOf, recordConversion } from "#server/features/advertising/index.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { completeSettings } from "#server/site-settings.ts";
import { expect } from "#server/test.ts";
import { test as base } from "../test-office.ts";

const settings = completeSettings([{ key: "compared_landers", value: ["gallery"] }]);
const evil = '=HYPERLINK("https://evil.example")';
const test = base.extend("counted", { scope: "file", auto: true }, async ({ services, siteIds: [id = 0] }) => {
  const now = services.clock.now();
  const counter = createVisitCounter(services);
  const origin = (variant: "a" | "b", network: string) =>
    originOf(settings, { lander: "gallery", variant, network }, "en");
  for (let count = 0; count < 1_200; count += 1) {
    counter.count(id, origin("a", evil), now);
    counter.count(id, origin("b", "ad,net:1"), now);
  }
  counter.count(id, originOf(settings, null, "fi"), now);
  await counter.flush();
  const site = { id, settings };
  const unshared = { sharesClick: false };
  for (let count = 0; count < 96; count += 1) {
    await recordConversion(
      { db: services.db, site, now },
      { step: "signup", origin: origin("b", "ad,net:1"), ...unshared },
    );
    if (count % 4 === 0)
      await recordConversion(
        { db: services.db, site, now },
        { step: "signup", origin: origin("a", evil), ...unshared },
      );
  }
  const money = { amount: 995, currency: "EUR" };
  await recordConversion(
    { db: services.db, site, now },
    { step: "purchase", origin: origin("b", "ad,net:1"), ...unshared, money },
  );
});

test("D10.2 the page shows the rows of the command, every day, the sum, and which variant is better", async ({
  admin,
  services,
  siteIds: [siteId = 0],
}) => {
  const { body } = await admin.call(getResults, { query: { to: "2026-11-21" } });
  expect([body.from, body.to, body.by, body.days.length]).toEqual([
    "2026-10-21",
    "2026-11-21",
    ["lander", "variant"],
    32,
  ]);
  expect(body.days.at(-2)).toEqual({ day: "2026-11-20", visits: 2401, signups: 120, confirmations: 0, purchases: 1 });
  expect(body.total).toMatchObject({ of: {}, visits: 2401, signups: 120, first_paid: { EUR: 995 } });
  const printed = await findResults(services.db, { siteId, from: body.from, to: body.to }, ["lander", "variant"]);
  expect(body.rows).toEqual(printed);
  const rate = body.rows.find(({ of }) => of.variant === "b")?.rate;
  expect(rate?.value).toBeCloseTo(0.08);
  expect(rate?.low).toBeCloseTo(0.066, 3);
  expect(body.comparisons).toHaveLength(1);
  expect(body.comparisons[0]).toMatchObject({ lander: "gallery", verdict: "b", needed: 1000 });
});

test("D10.2 results can be limited to values of any column, to none of it, and told apart by any columns", async ({
  admin,
}) => {
  const ask = async (query: { by?: string[]; only?: string }) => (await admin.call(getResults, { query })).body;
  const network = await ask({ by: ["network", "language"], only: "network:ad,net:1" });
  expect(network.rows).toMatchObject([{ of: { network: "ad,net:1", language: "en" }, visits: 1200, signups: 96 }]);
  expect(network.only).toEqual({ network: "ad,net:1" });
  const direct = await ask({ by: ["language"], only: "network:" });
  expect(direct.rows).toMatchObject([{ of: { language: "fi" }, visits: 1, rate: { value: 0 } }]);
  expect((await ask({ only: "day:2026-11-19" })).rows).toEqual([]);
  const both = await admin.get("/api/staff-results.php?only=lander:gallery&only=variant:a");
  expect(both.json().total).toMatchObject({ visits: 1200, signups: 24 });
});

test("D2.1 the results of one site hold nothing of another", async ({ admin }) => {
  const other = (await admin.call(getResults, { query: { site: "abendrot" } })).body;
  expect([other.key, other.total.visits, other.rows, other.comparisons]).toEqual(["abendrot", 0, [], []]);
});

test("D10.2 the CSV has the rows of the page for finance and admins only, and no cell runs as a formula", async ({
  admin,
  given,
  client,
}) => {
  const path = "/staff-csv/results?by=network&only=lander:gallery&to=2026-11-20";
  const { body, headers } = await admin.get(path);
  expect(headers["content-disposition"]).toBe('attachment; filename="results-rendezvous-2026-10-21-2026-11-20.csv"');
  const [head, ...lines] = body.split("\r\n");
  expect(head).toBe("network,visits,signups,confirmations,purchases,rate_low,rate_high,currency,first_paid_minor");
  expect(lines).toEqual([
    expect.stringMatching(/^"ad,net:1",1200,96,0,1,0\.\d{6},0\.\d{6},EUR,995$/),
    expect.stringMatching(/^"'=HYPERLINK\(""https:\/\/evil.example""\)",1200,24,0,0,0\.\d{6},0\.\d{6},,$/),
    "",
  ]);
  const statuses: Record<string, number> = { none: (await client.get(path)).statusCode };
  for (const role of staffRoles) {
    statuses[role] = (await (await staffMember(given, role)).client.get(path)).statusCode;
  }
  expect(statuses).toEqual({ none: 404, support: 404, moderator: 404, finance: 200, admin: 200 });
  expect((await admin.get("/staff-csv/results?by=email")).statusCode).toBe(404);
});

test("bad input: columns, sites, days and values that no results have", async ({ admin }) => {
  for (const query of [
    { site: "nowhere" },
    { by: "email" },
    { by: "" },
    { only: "email:a" },
    { only: "network:\u0000" },
    { only: `network:${"a".repeat(101)}` },
    { from: "2026-02-30" },
    { from: "2026-11-02", to: "2026-11-01" },
    { from: "2020-01-01", to: "2026-01-01" },
    { from: "0001-01-01" },
  ]) {
    expect((await admin.call(getResults, { query })).status, JSON.stringify(query)).toBe(400);
  }
});

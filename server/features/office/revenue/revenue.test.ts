import { sql } from "kysely";
import { getRevenue, type RevenueRow } from "#contract/revenue.ts";
import { changeStaffSites } from "#contract/staff.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { eraseAccount } from "#server/features/privacy/index.ts";
import { expect } from "#server/test.ts";
import { test as base } from "../test-office.ts";
import { findRevenue } from "./revenue-store.ts";
import { groundOf, insertWorld, type Person } from "./test-worlds.ts";

/** Hours from the worlds' beginning, 28 October 2025, to the begin of a month. */
const hoursTo = (month: string) => (Date.parse(`${month}-01`) - Date.parse("2025-10-28")) / 3_600_000;

function buyer(source: string, change: Partial<Person> = {}, amount = 1_000): Person {
  const purchase = { after: 1, amount, currency: "EUR" as const, refunds: [], chargeback: null };
  const names = [source, "", "", "", "", ""];
  return {
    ...{ site: 0, source: names, signup: hoursTo("2026-03") + 30, isErased: false, confirmed: 1, credits: 0 },
    ...{ purchases: [purchase], ...change },
  };
}
const buyers = (count: number, source: string, change: Partial<Person> = {}) =>
  Array.from({ length: count }, () => buyer(source, change));

const test = base
  .extend("ground", { scope: "file" }, ({ services }) => groundOf(services.db))
  /** 12 buyers of `adnet`, 4 of `tiny`, 11 direct ones who paid more, an erased one; 11 of `adnet` elsewhere. */
  .extend("world", { scope: "file", auto: true }, async ({ services, ground }) => {
    const direct = Array.from({ length: 11 }, () => buyer("", {}, 1_500));
    const people = [
      ...[...buyers(12, "adnet"), ...buyers(4, "tiny"), ...direct, buyer("adnet", { isErased: true })],
      ...buyers(11, "adnet", { site: 1 }),
    ].map((each, index) => ({ ...each, signup: each.signup + index / 60 }));
    const visits = [
      { site: 0, source: ["adnet", "", "", "7", "", ""], at: hoursTo("2026-03"), visits: 60 },
      { site: 0, source: ["*", "", "", "", "", ""], at: hoursTo("2026-03"), visits: 5 },
    ];
    await insertWorld(services.db, { people, visits }, ground);
  });

const brief = ({ of, erased, visits, buyers: count, money }: RevenueRow) =>
  [
    erased ? "erased" : Object.values(of).map(String).join("/"),
    visits,
    count,
    ...money.map(({ revenue }) => revenue),
  ].join(" ");

test("R13.01 sources with their visits, buyers and revenue; small ones are one row, erased members another", async ({
  finance,
}) => {
  const { body } = await finance.call(getRevenue, { query: { site: "rendezvous" } });
  expect([body.from, body.to, body.by, body.site]).toEqual(["2025-12", "2026-11", ["network"], "rendezvous"]);
  // `tiny` has four buyers, too few for a row of what is small: the smaller one of the others has joined it
  expect(body.rows.map(brief)).toEqual(["null 5 15 20500", "adnet 60 12 12000", "erased 0 0 1000"]);
  expect(brief(body.total)).toBe(" 65 27 33500");
  expect(body.months.map(({ of, buyers: count }) => [of.month, count])).toContainEqual(["2026-03", 27]);
  expect(body.cohorts).toEqual([
    {
      ...{ from: "2026-03", to: "2026-03", signups: 28, buyers: 27, complete: [30, 90] },
      values: [{ currency: "EUR", after: { "30": 32_500, "90": 32_500, "365": 32_500 } }],
    },
  ]);
});

test("R13.01 figures can be limited to a source, a currency and months; what there is none of is empty", async ({
  finance,
}) => {
  const ask = async (query: Record<string, string>) => (await finance.call(getRevenue, { query })).body;
  const adnet = await ask({ by: "site", only: "network:adnet" });
  expect(adnet.rows.map(brief).toSorted()).toEqual(["abendrot 0 11 11000", "rendezvous 60 12 12000"]);
  const none = await ask({ currency: "PLN" });
  expect([none.total.money, none.total.visits, none.total.buyers, none.cohorts[0]?.values]).toEqual([[], 65, 0, []]);
  expect((await ask({ only: "network:tiny" })).rows).toEqual([]);
  expect(brief((await ask({ from: "2026-04", to: "2026-05" })).total)).toBe(" 0 0");
});

test("R13.01 no filter shows a source of few buyers: its figures are in no row of its name, whatever is asked", async ({
  finance,
}) => {
  for (const by of ["network", "network,ref", "network,month", "network,site,sub1"]) {
    for (const site of [undefined, "rendezvous"]) {
      const { rows } = (await finance.call(getRevenue, { query: { by, ...(site && { site }) } })).body;
      expect(rows.filter(({ of }) => of.network === "tiny")).toEqual([]);
    }
  }
});

test("R13.01 D11.4 of a site that a staff member does not work on neither rows nor sums are told", async ({
  given,
  services,
}) => {
  const boss = await staffMember(given, "admin");
  const limited = await staffMember(given, "finance");
  await boss.client.call(changeStaffSites, { body: { id: limited.id, sites: ["rendezvous"] } });
  const all = (await limited.client.call(getRevenue, { query: { by: "site" } })).body;
  expect(all.rows.map(brief)).toEqual(["rendezvous 65 27 33500"]);
  expect((await limited.client.call(getRevenue, { query: { site: "abendrot" } })).status).toBe(400);
  expect((await limited.client.get("/staff-csv/revenue?site=abendrot")).statusCode).toBe(400);
  expect(services.clock.now().toISOString().slice(0, 7)).toBe("2026-11");
});

test("R13.01 the CSV has every row, and its lines add up to the total", async ({ finance }) => {
  const { body, headers } = await finance.get("/staff-csv/revenue?by=site,network");
  expect(headers["content-disposition"]).toBe('attachment; filename="revenue-all-2025-12-2026-11.csv"');
  const [head, ...lines] = body.split("\r\n");
  expect(head).toBe(
    "site,network,source,visits,signups,confirmations,buyers,first_purchases,later_purchases,currency,first,later,refunds,chargebacks,revenue,unspent,revenue_per_visit,revenue_per_signup",
  );
  expect(lines).toContain("rendezvous,adnet,,60,13,13,12,12,0,EUR,120.00,0.00,0.00,0.00,120.00,0.00,2.00,9.23");
  expect(lines).toContain("rendezvous,,without_a_trace,0,0,0,0,0,1,EUR,0.00,10.00,0.00,0.00,10.00,0.00,,");
  const cents = lines.slice(0, -1).map((line) => Math.round(Number(line.split(",")[14]) * 100));
  const { total } = (await finance.call(getRevenue)).body;
  expect(cents.reduce((sum, minor) => sum + minor, 0)).toBe(total.money[0]?.revenue);
});

test("R13.01 D11.4 the CSV of cohorts has what the page has, for finance and admins of the site only", async ({
  given,
  finance,
}) => {
  const read = (client: typeof finance, query: string) => client.get(`/staff-csv/cohorts?${query}`);
  const { body, headers } = await read(finance, "site=rendezvous&by=month");
  expect(headers["content-disposition"]).toBe('attachment; filename="cohorts-rendezvous-2025-12-2026-11.csv"');
  expect(body.split("\r\n")).toEqual([
    "from,to,signups,buyers,complete,currency,value_30,value_30_per_signup,value_90,value_90_per_signup,value_365,value_365_per_signup",
    "2026-03,2026-03,28,27,30 90,EUR,325.00,11.61,325.00,11.61,325.00,11.61",
    "",
  ]);
  expect((await read(finance, "site=rendezvous&currency=PLN")).body).toContain(
    "\r\n2026-03,2026-03,28,27,30 90,,,,,,,\r\n",
  );
  expect((await read(finance, "site=rendezvous&from=2026-04")).body.split("\r\n")).toHaveLength(2);
  for (const role of ["support", "moderator"] as const)
    expect((await read((await staffMember(given, role)).client, "")).statusCode).toBe(404);
});

test("R13.01 a month ends at midnight in UTC, in whatever time zone the database answers", async ({
  services,
  ground,
}) => {
  const edge = hoursTo("2026-06");
  const around = [-1 / 3600, 0].map((after) => buyer("edge", { signup: edge + after - 1 }));
  for (const zone of ["UTC", "Pacific/Kiritimati", "America/Los_Angeles"]) {
    const run = inTransaction(services.db, async (trx) => {
      await insertWorld(
        trx,
        { people: around.map((each, index) => ({ ...each, source: [`${index}`] })), visits: [] },
        ground,
      );
      await sql`select set_config('TimeZone', ${zone}, true)`.execute(trx);
      const period = { siteIds: ground.siteIds, from: "2026-05-01", until: "2026-07-01" };
      const rows = await findRevenue(trx, period, { by: ["month"], named: [] });
      throw new Error(JSON.stringify(rows.map(({ of, buyers: count, signups }) => [of.month, count, signups])));
    });
    await expect(run).rejects.toThrow('[["2026-05",1,2],["2026-06",1,0]]');
  }
});

test("R13.01 an erased member's money moves to the row without a trace, and the total stays", async ({
  services,
  finance,
}) => {
  const ask = async () => (await finance.call(getRevenue, { query: { site: "abendrot" } })).body;
  const before = await ask();
  expect(before.rows.map(brief)).toEqual(["adnet 0 11 11000"]);
  const [, elsewhere] = (await groundOf(services.db)).siteIds;
  const members = await services.db
    .selectFrom("accounts")
    .select("id")
    .where("site_id", "=", elsewhere ?? 0)
    .limit(2)
    .execute();
  const erased = members.map(({ id }) => id);
  await services.db
    .updateTable("accounts")
    .set({ status: "deleted", deleted_at: new Date("2026-01-01") })
    .where("id", "in", erased)
    .execute();
  for (const id of erased) expect(await eraseAccount(services, id)).toBe(true);
  const after = await ask();
  // nine buyers are left of the source: it has no name any more
  expect(after.rows.map(brief).toSorted()).toEqual(["erased 0 0 2000", "null 0 9 9000"]);
  expect(after.total.money[0]?.revenue).toBe(before.total.money[0]?.revenue);
});

test("bad input: columns, sites, months, currencies and values that no revenue has", async ({ finance }) => {
  for (const query of [
    { site: "nowhere" },
    { by: "email" },
    { by: "currency" },
    { only: "month:2026-01" },
    { only: "network:\u0000" },
    { only: `network:${"a".repeat(101)}` },
    { from: "2026-13" },
    { from: "2026-11-01" },
    { from: "2026-11", to: "2026-10" },
    { from: "2024-01", to: "2026-01" },
    { currency: "eur" },
    { currency: "EUR\u0000" },
  ])
    expect((await finance.call(getRevenue, { query })).status, JSON.stringify(query)).toBe(400);
});

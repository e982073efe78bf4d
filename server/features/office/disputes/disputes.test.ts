import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { staffRoles } from "#contract/constants.ts";
import { getDisputes } from "#contract/disputes.ts";
import { hourMs } from "#contract/durations.ts";
import { takePayments } from "#contract/office.ts";
import { changeStaffSites } from "#contract/staff.ts";
import type { Db } from "#server/db/pool.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { staffMember } from "#server/features/office/staff/test-staff.ts";
import { plantPayment } from "#server/features/payments/test-payment.ts";
import type { Services } from "#server/services.ts";
import { expect } from "#server/test.ts";
import { test as base } from "../test-office.ts";
import { countDisputes } from "./dispute-store.ts";
import { disputeGauge, watchDisputes } from "./watch-ratio.ts";

class Undone extends Error {}

async function insertChargeback(db: Db, paymentId: string, createdAt: Date, reversedAt: Date | null = null) {
  const chargeback = { payment_id: paymentId, provider_reference: randomUUID(), amount_minor: 1, credits: 0 };
  await db
    .insertInto("chargebacks")
    .values({ ...chargeback, created_at: createdAt, reversed_at: reversedAt })
    .execute();
}

/** Copies of a planted payment, each with an id and a reference of its own. */
async function plantMany(services: Services, buyer: { id: string; siteId: number }, on: string, count: number) {
  const [created_at, completed_at] = [new Date(on), new Date(on)];
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    ids.push(await plantPayment(services, buyer, { method: "card", created_at, completed_at }));
  }
  return ids;
}

const test = base
  /** Of one site 40 card payments in October and 20 in November; five and four came back, and a direct debit. */
  .extend("world", { scope: "file", auto: true }, async ({ services, siteIds, member }) => {
    const buyer = { id: (await member()).id, siteId: siteIds[0] };
    const { db } = services;
    const october = await plantMany(services, buyer, "2026-10-31T23:59:59Z", 40);
    const november = await plantMany(services, buyer, "2026-11-01T00:00:00Z", 20);
    for (const id of october.slice(0, 5)) await insertChargeback(db, id, new Date("2026-10-31T23:59:59Z"));
    // one that the bank reversed, and one of an earlier month's payment
    for (const id of november.slice(0, 3)) await insertChargeback(db, id, new Date("2026-11-20T00:00:00Z"));
    await insertChargeback(db, october[6] ?? "", new Date("2026-11-01T00:00:00Z"), new Date("2026-11-02"));
    const debit = await plantPayment(services, buyer, { method: "sepa", created_at: new Date("2026-11-03T00:00:00Z") });
    await insertChargeback(db, debit, new Date("2026-11-04T00:00:00Z"));
    const open = { status: "open", method: "card", created_at: new Date("2026-11-03T00:00:00Z") };
    await plantPayment(services, buyer, open);
  });

test("R13.04 staff see the share of card payments that banks took back, as each card scheme counts it", async ({
  finance,
}) => {
  const { body } = await finance.call(getDisputes, { query: { site: "rendezvous" } });
  expect([body.from, body.to, body.site]).toEqual(["2025-12", "2026-11", "rendezvous"]);
  expect(body.cards).toEqual([
    {
      ...{ site: "rendezvous", name: "Rendezvous", month: "2026-11", disputes: 4, level: "alarm" },
      visa: { payments: 20, ratio: 0.2, level: "alarm" },
      mastercard: { payments: 40, ratio: 0.1, level: "alarm" },
    },
    {
      ...{ site: "rendezvous", name: "Rendezvous", month: "2026-10", disputes: 5, level: "alarm" },
      visa: { payments: 40, ratio: 0.125, level: "alarm" },
      mastercard: { payments: 0, ratio: null, level: "alarm" },
    },
  ]);
  expect(body.others.map(({ month, method, disputes, payments }) => [month, method, disputes, payments])).toEqual([
    ["2026-11", "sepa", 1, 1],
  ]);
});

test("R13.04 a company with several sites has a row of its own, but not for staff of some of them", async ({
  given,
  finance,
  services,
}) => {
  const run = async (client = finance) => (await client.call(getDisputes)).body.cards.filter(({ site }) => !site);
  const { db } = services;
  const [first] = await db.selectFrom("sites").selectAll().orderBy("id").execute();
  await db
    .updateTable("sites")
    .set({ company_id: first?.company_id ?? 0 })
    .execute();
  expect((await run()).map(({ month, disputes }) => [month, disputes])).toEqual([
    ["2026-11", 4],
    ["2026-10", 5],
  ]);
  const boss = await staffMember(given, "admin");
  const limited = await staffMember(given, "finance");
  const { body } = await boss.client.call(changeStaffSites, {
    body: { id: limited.id, sites: ["rendezvous", "abendrot"] },
  });
  expect(body.people.find(({ id }) => id === limited.id)?.sites).toHaveLength(2);
  expect(await run(limited.client)).toEqual([]);
});

test("R13.04 D11.4 the chargeback ratio is for finance and admins, of the sites that they work on", async ({
  given,
}) => {
  for (const role of staffRoles) {
    const { client } = await staffMember(given, role);
    const allowed = role === "finance" || role === "admin";
    expect((await client.get("/staff-csv/disputes")).statusCode, role).toBe(allowed ? 200 : 404);
  }
  const boss = await staffMember(given, "admin");
  const limited = await staffMember(given, "finance");
  await boss.client.call(changeStaffSites, { body: { id: limited.id, sites: ["abendrot"] } });
  expect((await limited.client.call(getDisputes)).body.cards).toEqual([]);
  expect((await limited.client.call(getDisputes, { query: { site: "rendezvous" } })).status).toBe(400);
  for (const query of [{ from: "2026-12", to: "2026-11" }, { from: "2020-01" }, { site: "nowhere" }, { to: "soon" }])
    expect((await boss.client.call(getDisputes, { query })).status, JSON.stringify(query)).toBe(400);
});

test("R13.04 the CSV has the rows of the page", async ({ finance }) => {
  const { body, headers } = await finance.get("/staff-csv/disputes?site=rendezvous&from=2026-11");
  expect(headers["content-disposition"]).toBe('attachment; filename="disputes-rendezvous-2026-11-2026-11.csv"');
  const [head, cards, others, end] = body.split("\r\n");
  expect(head).toBe(
    "month,site,name,method,chargebacks,payments,payments_month_before,visa_ratio,mastercard_ratio,level",
  );
  expect(cards).toMatch(/^2026-11,rendezvous,[^,]+,card,4,20,40,0\.200000,0\.100000,alarm$/);
  expect(others).toMatch(/^2026-11,rendezvous,[^,]+,sepa,1,1,,,,$/);
  expect(end).toBe("");
});

test("R13.04 finance finds an alarm in the queue of payment issues, in words, once a month and counting", async ({
  services,
  finance,
}) => {
  await watchDisputes.run(services, {});
  await watchDisputes.run(services, {});
  const issues = await services.db
    .selectFrom("payment_issues")
    .select("subject")
    .where("kind", "=", "dispute_ratio")
    .where("subject", "like", "%rendezvous")
    .orderBy("subject")
    .execute();
  expect(issues.map(({ subject }) => subject)).toEqual([
    "2026-10 mastercard alarm rendezvous",
    "2026-10 visa alarm rendezvous",
    "2026-11 mastercard alarm rendezvous",
    "2026-11 visa alarm rendezvous",
  ]);
  const { items } = (await finance.call(takePayments, { body: { count: 12 } })).body;
  const facts = items.map((item) => Object.fromEntries(item.facts.map(({ label, value }) => [label, value])));
  expect(facts.map(({ detail }) => detail)).toContainEqual(
    expect.stringMatching(/^.+, 2026-11: 4 chargebacks for 40 card payments, 10%, as Mastercard counts\.$/),
  );
});

test("R13.04 /metrics has the highest share of this month and the last, and 0 for too few payments", async ({
  services,
}) => {
  if (!("readEach" in disputeGauge)) throw new Error("it has a label");
  const values = await disputeGauge.readEach(services);
  // October's chargebacks have no payments of September
  expect(values.rendezvous).toBe(1);
  expect(values.abendrot).toBe(0);
});

test("R13.04 payments and chargebacks are counted as a plain sum does, in worlds of chance and any time zone", async ({
  services,
  member,
  siteIds,
}) => {
  const [siteId, otherId] = siteIds;
  const buyers = [
    { id: (await member()).id, siteId },
    { id: (await member({ siteId: otherId })).id, siteId: otherId },
  ];
  const hours = fc.integer({ min: -40 * 24, max: 40 * 24 });
  const anyPayment = fc.record({
    buyer: fc.constantFrom(0, 1),
    method: fc.constantFrom("card", "sepa", null),
    completed: hours,
    isPaid: fc.boolean(),
    taken: fc.array(fc.tuple(hours, fc.boolean()), { maxLength: 2 }),
  });
  const at = (hour: number) => new Date(Date.parse("2025-03-01T00:00:00Z") + hour * 3_600_000);
  const zones = fc.constantFrom("UTC", "Pacific/Kiritimati", "America/Los_Angeles");
  await fc.assert(
    fc.asyncProperty(fc.array(anyPayment, { maxLength: 8 }), zones, async (payments, zone) => {
      const run = inTransaction(services.db, async (db) => {
        await sql`select set_config('TimeZone', ${zone}, true)`.execute(db);
        const expected = new Map<string, number[]>();
        const add = (moment: Date, { buyer, method }: (typeof payments)[number], index: number) => {
          const month = moment.toISOString().slice(0, 7);
          if (month < "2025-02" || month > "2025-03") return;
          const id = [buyers[buyer]?.siteId, month, method ?? ""].join(" ");
          const sums = expected.get(id) ?? [0, 0];
          sums[index] = (sums[index] ?? 0) + 1;
          expected.set(id, sums);
        };
        for (const payment of payments) {
          const { buyer, method, completed, isPaid, taken } = payment;
          const status = isPaid ? "completed" : "failed";
          const when = { created_at: at(completed), completed_at: isPaid ? at(completed) : null };
          const owner = buyers[buyer] ?? { id: "", siteId: 0 };
          const id = await plantPayment({ db, clock: services.clock }, owner, { method, status, ...when });
          if (isPaid) add(at(completed), payment, 0);
          for (const [hour, isReversed] of taken) {
            await insertChargeback(db, id, at(hour), isReversed ? at(hour + 1) : null);
            add(at(hour), payment, 1);
          }
        }
        const counts = await countDisputes(db, { siteIds: [siteId, otherId], from: "2025-02", until: "2025-04" });
        const sums = counts.map((one) => [
          [one.siteId, one.month, one.method].join(" "),
          [one.payments, one.disputes],
        ]) as [string, number[]][];
        expect(new Map(sums)).toEqual(expected);
        throw new Undone();
      });
      await run.catch((error: unknown) => {
        if (!(error instanceof Undone)) throw error;
      });
    }),
    { numRuns: 60 },
  );
});

test("R13.04 the share in /metrics is counted once an hour", async ({ app, services, siteIds, member }) => {
  const shareOf = async () => {
    const { body } = await app.inject({ url: "/metrics" });
    return /^rendezvous_dispute_ratio\{merchant="abendrot"\} (\S+)$/m.exec(body)?.[1];
  };
  expect(await shareOf()).toBe("0");
  const buyer = { id: (await member({ siteId: siteIds[1] })).id, siteId: siteIds[1] };
  await plantMany(services, buyer, "2026-10-10T00:00:00Z", 4);
  const ids = await plantMany(services, buyer, "2026-11-10T00:00:00Z", 4);
  for (const id of ids.slice(0, 3)) await insertChargeback(services.db, id, new Date("2026-11-12T00:00:00Z"));
  services.clock.advance(hourMs - 1);
  expect(await shareOf()).toBe("0");
  services.clock.advance(1);
  expect(await shareOf()).toBe("0.75");
});

import fc from "fast-check";
import { sql } from "kysely";
import { dayOf } from "#contract/days.ts";
import { dayMs } from "#contract/durations.ts";
import { addMonths } from "#contract/months.ts";
import type { AnyTrx } from "#server/db/locks.ts";
import { inTransaction } from "#server/db/transaction.ts";
import { expect, test } from "#server/test.ts";
import { anyWorld, at, groundOf, insertWorld, type Person, papersOf } from "../revenue/test-worlds.ts";
import { closeNextMonth, closePartnerMonths, lastClosable, notePartnerSales } from "./close-months.ts";
import { insertSales } from "./statement-store.ts";
import { buy } from "./test-sale.ts";

class Undone extends Error {}

const firstDay = "2025-10-28";
const dayAfter = (days: number) => dayOf(new Date(Date.parse(firstDay) + days * dayMs));
const lastMonth = "2028-10";

const anyTerms = fc.record({
  signup: fc.constantFrom(0, 150),
  buyer: fc.constantFrom(0, 2_500),
  points: fc.constantFrom(0, 2_000, 3_333),
  hold: fc.constantFrom(0, 14, 45),
});
const anyDeal = fc.record({
  terms: fc.uniqueArray(fc.tuple(fc.nat(500), anyTerms), { minLength: 1, maxLength: 3, selector: ([day]) => day }),
  /** From which day its other name counts too; null: it has none. */
  renamed: fc.option(fc.nat(300)),
});
type Deal = typeof anyDeal extends fc.Arbitrary<infer Value> ? Value : never;

async function insertPartner(trx: AnyTrx, siteId: number, { terms, renamed }: Deal): Promise<string> {
  const created = { created_at: new Date(firstDay) };
  const { id } = await trx
    .insertInto("partners")
    .values({
      ...{ site_id: siteId, name: "Adnet Ltd", currency: "EUR", least_payout_minor: 10_000, closed_to: "2025-09" },
      ...created,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const networks = [["adnet", 0] as const, ...(renamed === null ? [] : [["other", renamed] as const])];
  for (const [network, day] of networks)
    await trx
      .insertInto("partner_networks")
      .values({ site_id: siteId, network, partner_id: id, from_day: dayAfter(day) })
      .execute();
  for (const [day, { signup, buyer, points, hold }] of terms)
    await trx
      .insertInto("partner_terms")
      .values({
        ...{ partner_id: id, from_day: dayAfter(day), signup_minor: signup, buyer_minor: buyer },
        ...{ share_points: points, hold_days: hold, ...created },
      })
      .execute();
  return id;
}

const dayAt = (hours: number) => dayOf(at(hours));
const holdEnds = (day: string, days: number) => dayOf(new Date(Date.parse(day) + days * dayMs));

/** What the terms give for what the books say before a day, by currency. */
function dueNaively(people: readonly Person[], { terms, renamed }: Deal, until: string): Record<string, number> {
  const due: Record<string, number> = {};
  const add = (currency: string, amount: number) => {
    if (amount !== 0) due[currency] = (due[currency] ?? 0) + amount;
  };
  const termsOn = (day: string) =>
    terms
      .filter(([from]) => dayAfter(from) <= day)
      .toSorted(([one], [other]) => other - one)
      .map(([, each]) => each)[0];
  for (const person of people) {
    const network = person.source[0];
    const isOn = (day: string) =>
      network === "adnet" || (network === "other" && renamed !== null && day >= dayAfter(renamed));
    if (person.site !== 0) continue;
    const confirmed = person.confirmed === null ? null : dayAt(person.signup + person.confirmed);
    const own = confirmed !== null && isOn(confirmed) ? termsOn(confirmed) : undefined;
    if (own && confirmed !== null && holdEnds(confirmed, own.hold) < until) add("EUR", own.signup);
    if (person.isErased) continue;
    let purchases = 0;
    for (const { purchase, of, hours } of papersOf(person)) {
      if (of !== "purchase") continue;
      purchases += 1;
      const day = dayAt(hours);
      const agreed = isOn(day) ? termsOn(day) : undefined;
      if (!agreed || holdEnds(day, agreed.hold) >= until) continue;
      const papers = papersOf(person).filter((paper) => paper.purchase === purchase && dayAt(paper.hours) < until);
      const sum = (write: (amount: number) => number) =>
        papers.reduce((total, { sign, amount }) => total + sign * write(amount), 0);
      const vat = (amount: number) => Math.floor((amount * 21) / 121);
      if (sum((amount) => amount) <= 0) continue;
      if (purchases === 1) add("EUR", agreed.buyer);
      const net = Math.max(
        0,
        sum((amount) => amount - vat(amount)),
      );
      add(papers[0]?.currency ?? "", Math.floor((net * agreed.points) / 10_000));
    }
  }
  return Object.fromEntries(Object.entries(due).filter(([, amount]) => amount !== 0));
}

async function totals(trx: AnyTrx, partnerId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ currency: string; amount: number }>`
    select currency, sum(earned_minor)::float8 as amount from partner_statements
    where partner_id = ${partnerId} group by 1 having sum(earned_minor) <> 0`.execute(trx);
  return Object.fromEntries(rows.map(({ currency, amount }) => [currency, amount]));
}

test("R13.02 the statements of a partner add up to what the terms give for the books, at the end of each month", {
  timeout: 180_000,
}, async ({ services: { db } }) => {
  const ground = await groundOf(db);
  let earned = 0;
  await fc.assert(
    fc.asyncProperty(anyWorld, anyDeal, async ({ people }, deal) => {
      const run = inTransaction(db, async (trx) => {
        await insertWorld(trx, { people, visits: [] }, ground);
        await sql`update receipts set vat_minor = amount_minor * 21 / 121 where year = 2020`.execute(trx);
        const id = await insertPartner(trx, ground.siteIds[0] ?? 0, deal);
        await insertSales(trx, new Date(0));
        await insertSales(trx, new Date(0));
        let month = "2025-10";
        const now = new Date();
        while (await closeNextMonth(trx, id, lastMonth, now)) {
          const isLooked = month.endsWith("-01") || month.endsWith("-06") || month === lastMonth;
          month = addMonths(month, 1);
          if (isLooked) expect(await totals(trx, id)).toEqual(dueNaively(people, deal, `${month}-01`));
        }
        expect(month).toBe(addMonths(lastMonth, 1));
        earned += (await totals(trx, id)).EUR ?? 0;
        throw new Undone();
      });
      await run.catch((error: unknown) => {
        if (!(error instanceof Undone)) throw error;
      });
    }),
    { numRuns: 25 },
  );
  expect(earned).toBeGreaterThan(0);
});

test("R13.02 a month is closed once it has been over for a day", () => {
  expect(lastClosable(new Date("2026-11-30T23:00:00Z"))).toBe("2026-10");
  expect(lastClosable(new Date("2026-12-01T23:00:00Z"))).toBe("2026-10");
  expect(lastClosable(new Date("2026-12-02T00:00:00Z"))).toBe("2026-11");
});

test("R13.02 two closes at once write one statement, and an erased buyer's refund takes the commission back", async ({
  services,
  member,
  siteIds: [siteId],
}) => {
  const { db, clock } = services;
  clock.set("2027-01-10T12:00:00Z");
  const buyer = await member();
  await db
    .insertInto("signup_tracking")
    .values({
      ...{ account_id: buyer.id, network: "twice", ref: "", sub1: "", sub2: "", sub3: "" },
      ...{ lander: "", slug: "", variant: "", created_at: clock.now() },
    })
    .execute();
  const partner = await inTransaction(db, async (trx) => {
    const id = await insertPartner(trx, siteId, {
      terms: [[0, { signup: 0, buyer: 2_500, points: 2_000, hold: 14 }]],
      renamed: null,
    });
    await trx.updateTable("partners").set({ closed_to: "2026-12", name: "Twice Ltd" }).where("id", "=", id).execute();
    await trx.updateTable("partner_networks").set({ network: "twice" }).where("partner_id", "=", id).execute();
    return id;
  });
  const { payment, refund } = await buy(db, buyer.id, siteId, clock.now());
  await notePartnerSales.run(services, {});
  // the account is erased, and with it where its signup came from
  await db.deleteFrom("signup_tracking").where("account_id", "=", buyer.id).execute();
  await db.updateTable("receipts").set({ member_id: null }).where("payment_id", "=", payment).execute();

  clock.set("2027-02-03T12:00:00Z");
  await Promise.all([closePartnerMonths.run(services, {}), closePartnerMonths.run(services, {})]);
  const statements = () =>
    db
      .selectFrom("partner_statements")
      .select(["month", "buyers", "sales", "reversals", "earned_minor"])
      .where("partner_id", "=", partner)
      .orderBy("month")
      .execute();
  const january = { month: "2027-01", buyers: 1, sales: 1, reversals: 0, earned_minor: 2_500 + 200 };
  expect(await statements()).toEqual([january]);
  await refund(new Date("2027-02-20T12:00:00Z"));
  clock.set("2027-03-02T12:00:00Z");
  for (const _ of [1, 2]) await closePartnerMonths.run(services, {});
  const february = { month: "2027-02", buyers: 0, sales: 0, reversals: 2, earned_minor: -2_700 };
  expect(await statements()).toEqual([january, february]);
  // a month in which nothing happened has a statement too
  clock.set("2027-04-02T12:00:00Z");
  await closePartnerMonths.run(services, {});
  expect((await statements()).at(-1)).toEqual({ ...february, month: "2027-03", reversals: 0, earned_minor: 0 });
  await expect(db.updateTable("partner_statements").set({ sales: 2 }).execute()).rejects.toThrow(
    "partner_statements is append-only",
  );
});

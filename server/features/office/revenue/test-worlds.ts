import { randomUUID } from "node:crypto";
import fc from "fast-check";
import type { Insertable } from "kysely";
import { dayMs } from "#contract/durations.ts";
import {
  fewestBuyers,
  type RevenueDimension,
  type RevenueMoney,
  type RevenueRow,
  sourceFields,
  valueDays,
} from "#contract/revenue.ts";
import type { Db } from "#server/db/pool.ts";
import type { DB } from "#server/db/tables.ts";
import type { RevenuePeriod } from "./revenue-store.ts";

/** The first moment of all worlds. */
const begin = Date.parse("2025-10-28T00:00:00Z");
export const at = (hours: number) => new Date(begin + hours * 3_600_000);
const monthAt = (hours: number) => at(hours).toISOString().slice(0, 7);

const source: fc.Arbitrary<string[]> = fc.oneof(
  { weight: 4, arbitrary: fc.constant<string[]>(["adnet", "blue", "gallery", "", "", ""]) },
  { weight: 3, arbitrary: fc.constantFrom("1", "2").map((sub) => ["adnet", "", "", sub, "", ""]) },
  { weight: 2, arbitrary: fc.constant<string[]>(["", "", "", "", "", ""]) },
  { weight: 1, arbitrary: fc.nat(50).map((click) => ["other", "", "", "", "x", String(click)]) },
  { weight: 1, arbitrary: fc.tuple(...sourceFields.map(() => fc.constantFrom("", "a", "b"))) },
);

const hours = fc.nat(200 * 24);
const purchase = fc.record({
  /** After the signup. */
  after: fc.oneof(fc.nat(400 * 24), fc.nat(40 * 24)),
  amount: fc.integer({ min: 1, max: 20_000 }),
  currency: fc.constantFrom("EUR", "EUR", "SEK"),
  refunds: fc.array(fc.record({ share: fc.double({ min: 0.01, max: 0.6, noNaN: true }), after: fc.nat(60 * 24) }), {
    maxLength: 2,
  }),
  /** Of what is left then. */
  chargeback: fc.option(fc.record({ after: fc.nat(90 * 24), reversed: fc.option(fc.nat(60 * 24)) }), { freq: 5 }),
});

const person = fc.record({
  site: fc.constantFrom<number>(0, 0, 1),
  source,
  signup: hours,
  isErased: fc.oneof({ weight: 8, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  confirmed: fc.option(fc.nat(48)),
  credits: fc.nat(3),
  purchases: fc.array(purchase, { maxLength: 3 }),
});

const month = fc.integer({ min: 0, max: 26 }).map((count) => monthAt(count * 30.5 * 24 + 96));
const dimension = fc.constantFrom<RevenueDimension>("month", "site", ...sourceFields);

/** What happened on two sites, and a question about it. */
export const anyWorld = fc.record({
  people: fc.array(person, { maxLength: 45, size: "max" }),
  visits: fc.array(
    fc.record({ site: fc.constantFrom<number>(0, 1), source, at: hours, visits: fc.integer({ min: 1, max: 9 }) }),
    {
      maxLength: 6,
    },
  ),
  sites: fc.constantFrom<number[]>([0, 1], [0], [1], [0, 1]),
  months: fc.oneof(
    fc.constant(["2025-10", "2027-12"]),
    fc.tuple(month, month).map((pair) => pair.toSorted()),
  ),
  by: fc.uniqueArray(dimension, { maxLength: 4 }),
  only: fc.option(fc.constantFrom({ network: "adnet" }, { network: "" }, { sub1: "1" }, { network: "a", ref: "" }), {
    freq: 3,
    nil: undefined,
  }),
  currency: fc.option(fc.constantFrom("EUR", "SEK", "PLN"), { freq: 4, nil: undefined }),
});
type Arbitrary<T> = T extends fc.Arbitrary<infer Value> ? Value : never;
export type World = Arbitrary<typeof anyWorld>;

export type Person = World["people"][number];

/** A receipt or credit note as the books have it. */
type Paper = {
  hours: number;
  amount: number;
  sign: 1 | -1;
  of: "purchase" | "refund" | "chargeback" | "reversal";
  currency: string;
  purchase: number;
};

/** What a person's purchases leave in the books, in the order of their time. */
export function papersOf({ signup, purchases }: Person): Paper[] {
  const papers = purchases.flatMap(({ after, amount, currency, refunds, chargeback }, index): Paper[] => {
    const base = { currency, purchase: index };
    // seconds apart: which of two purchases of one moment is the first would be chance
    const bought = signup + after + index / 1000;
    let left = amount;
    const list: Paper[] = [{ ...base, hours: bought, amount, sign: 1, of: "purchase" }];
    for (const refund of refunds) {
      const back = Math.min(left, Math.ceil(amount * refund.share));
      if (back <= 0) continue;
      left -= back;
      list.push({ ...base, hours: bought + refund.after, amount: back, sign: -1, of: "refund" });
    }
    if (chargeback && left > 0) {
      const lost = bought + chargeback.after;
      list.push({ ...base, hours: lost, amount: left, sign: -1, of: "chargeback" });
      if (chargeback.reversed !== null)
        list.push({ ...base, hours: lost + chargeback.reversed, amount: left, sign: 1, of: "reversal" });
    }
    return list;
  });
  return papers.toSorted((one, other) => one.hours - other.hours);
}

/** Rows that every world needs: the sites' ids, a bundle of each, and the company of the receipts. */
export type Ground = { siteIds: readonly number[]; bundleIds: readonly string[]; companyId: number };

/** What the tests' database has of it. */
export async function groundOf(db: Db): Promise<Ground & { keys: readonly string[] }> {
  const sites = await db.selectFrom("sites").select(["id", "key", "company_id"]).orderBy("id").limit(2).execute();
  const bundles = await db.selectFrom("bundles").select(["id", "site_id"]).execute();
  const bundleIds = sites.map(({ id }) => bundles.find((bundle) => bundle.site_id === id)?.id ?? "");
  const [first] = sites;
  if (!first) throw new Error("there is no site");
  return {
    siteIds: sites.map(({ id }) => id),
    keys: sites.map(({ key }) => key),
    bundleIds,
    companyId: first.company_id,
  };
}

/** Inserts a world in few statements. */
export async function insertWorld(
  db: Db,
  { people, visits }: Pick<World, "people" | "visits">,
  ground: Ground,
): Promise<void> {
  const rows = {
    accounts: [] as Insertable<DB["accounts"]>[],
    wallets: [] as Insertable<DB["wallets"]>[],
    signup_tracking: [] as Insertable<DB["signup_tracking"]>[],
    conversions: [] as Insertable<DB["conversions"]>[],
    payments: [] as Insertable<DB["payments"]>[],
    refunds: [] as Insertable<DB["refunds"]>[],
    chargebacks: [] as Insertable<DB["chargebacks"]>[],
    receipts: [] as Insertable<DB["receipts"]>[],
    visit_counts: [] as Insertable<DB["visit_counts"]>[],
  };
  const originOf = (names: readonly string[]) => {
    const [network = "", ref = "", lander = "", sub1 = "", sub2 = "", sub3 = ""] = names;
    return { network, ref, lander, sub1, sub2, sub3, slug: "", variant: "" };
  };
  for (const each of people) {
    const siteId = ground.siteIds[each.site] ?? 0;
    const origin = originOf(each.source);
    const accountId = randomUUID();
    const id = each.isErased ? null : accountId;
    if (id !== null) {
      const name = `person-${accountId}`;
      rows.accounts.push({
        ...{
          id,
          site_id: siteId,
          name,
          name_key: name,
          email: `${name}@example.org`,
          password_hash: "",
          language: "en",
        },
        created_at: at(each.signup),
      });
      rows.wallets.push({ member_id: id, site_id: siteId, credits: each.credits });
      // a direct visitor has no row
      if (each.source.some((value) => value !== ""))
        rows.signup_tracking.push({ account_id: id, created_at: at(each.signup), ...origin });
    }
    const steps = [
      ["signup", 0] as const,
      ...(each.confirmed === null ? [] : [["confirmation", each.confirmed] as const]),
    ];
    for (const [step, after] of steps)
      rows.conversions.push({
        ...{
          site_id: siteId,
          day: at(each.signup + after)
            .toISOString()
            .slice(0, 10),
          step,
          language: "en",
          ...origin,
        },
      });
    insertPapers(rows, each, { siteId, memberId: id, bundleId: ground.bundleIds[each.site] ?? "", ...ground });
  }
  for (const { site, source: names, at: when, visits: count } of visits) {
    const day = at(when).toISOString().slice(0, 10);
    const key = { site_id: ground.siteIds[site] ?? 0, id: Buffer.from(randomUUID().replaceAll("-", ""), "hex") };
    rows.visit_counts.push({ ...key, day, language: "en", visits: count, ...originOf(names) });
  }
  for (const [table, list] of Object.entries(rows) as [keyof typeof rows, never[]][])
    if (list.length > 0) await db.insertInto(table).values(list).execute();
}

type Owner = { siteId: number; memberId: string | null; bundleId: string; companyId: number };
type Books = Record<"payments" | "refunds" | "chargebacks" | "receipts", unknown[]>;

function insertPapers(rows: Books, each: Person, { siteId, memberId, bundleId, companyId }: Owner) {
  const papers = papersOf(each);
  const ids = each.purchases.map(() => ({
    payment: randomUUID(),
    receipt: randomUUID(),
    lost: randomUUID(),
    note: randomUUID(),
  }));
  const amountOf = (purchase: number, of: Paper["of"]) =>
    papers
      .filter((paper) => paper.purchase === purchase && paper.of === of)
      .reduce((sum, { amount }) => sum + amount, 0);
  for (const [index, bought] of each.purchases.entries()) {
    const when = at(each.signup + bought.after + index / 1000);
    const id = ids[index];
    rows.payments.push({
      ...{ id: id?.payment, site_id: siteId, member_id: memberId, bundle_id: bundleId, credits: 2, key: randomUUID() },
      ...{ list_minor: bought.amount, amount_minor: bought.amount, currency: bought.currency, vat_percent: 21 },
      ...{
        language: "en",
        begin_text: "x",
        begin_language: "en",
        provider: "sandbox",
        provider_reference: id?.payment,
      },
      ...{ body_hash: Buffer.from("body"), origin: "http://localhost:3000", status: "completed" },
      ...{ created_at: when, completed_at: when, refunded_minor: amountOf(index, "refund") },
      charged_back_minor: amountOf(index, "chargeback") - amountOf(index, "reversal"),
    });
  }
  for (const paper of papers) {
    const id = ids[paper.purchase];
    const when = at(paper.hours);
    const refundId = paper.of === "refund" ? randomUUID() : null;
    const isOfBank = paper.of === "chargeback" || paper.of === "reversal";
    if (refundId !== null)
      rows.refunds.push({
        ...{ id: refundId, payment_id: id?.payment, amount_minor: paper.amount, credits: 0, reason: "staff" },
        ...{ status: "completed", created_at: when, completed_at: when },
      });
    if (paper.of === "chargeback") {
      const reversal = papers.find((other) => other.purchase === paper.purchase && other.of === "reversal");
      const row = { id: id?.lost, payment_id: id?.payment, provider_reference: id?.lost, amount_minor: paper.amount };
      rows.chargebacks.push({
        ...row,
        credits: 0,
        created_at: when,
        reversed_at: reversal ? at(reversal.hours) : null,
      });
    }
    rows.receipts.push({
      id: paper.of === "purchase" ? id?.receipt : paper.of === "chargeback" ? id?.note : randomUUID(),
      ...{ site_id: siteId, company_id: companyId, year: 2020, number: nextNumber(), payment_id: id?.payment },
      kind: paper.sign === 1 ? "receipt" : "credit_note",
      refund_id: refundId,
      chargeback_id: isOfBank ? id?.lost : null,
      corrects_id: paper.of === "purchase" ? null : paper.of === "reversal" ? id?.note : id?.receipt,
      ...{
        member_id: memberId,
        seller: "{}",
        buyer_name: "",
        buyer_country: null,
        credits: 2,
        currency: paper.currency,
      },
      ...{ list_minor: paper.amount, amount_minor: paper.amount, vat_percent: 21, vat_minor: 0, method: null },
      ...{ language: "en", issued_at: when },
    });
  }
}
let numbers = 0;
function nextNumber() {
  numbers += 1;
  return numbers;
}

type Sourced = { siteId: number; path: readonly string[] };

/** Which sources of these buyers are named: those of ten or more, without the smallest if too few are beside them. */
export function nameNaively(buyers: readonly Sourced[], depth = 0): string[] {
  if (depth > sourceFields.length) return [];
  const groups = Map.groupBy(buyers, ({ siteId, path }) => JSON.stringify([siteId, path.slice(0, depth)]));
  if (depth === 0) return [...groups.values()].flatMap((own) => nameNaively(own, 1));
  const ordered = [...groups].toSorted(([one, a], [other, b]) => b.length - a.length || (one < other ? -1 : 1));
  let large = ordered.filter(([, own]) => own.length >= fewestBuyers);
  const countRest = () => buyers.length - large.reduce((sum, [, own]) => sum + own.length, 0);
  while (countRest() > 0 && countRest() < fewestBuyers && large.length > 0) large = large.slice(0, -1);
  return large.flatMap(([id, own]) => [id, ...nameNaively(own, depth + 1)]);
}

type Fact = {
  site: number;
  month: string;
  path: readonly string[] | null;
  counts: Partial<Record<"visits" | "signups" | "confirmations" | "first_purchases" | "later_purchases", number>>;
  buyer?: number;
  money?: Partial<Record<"first" | "later" | "refunds" | "chargebacks", number>> & { currency: string };
};

function factsOf({ people, visits }: World): Fact[] {
  const facts: Fact[] = visits.map(({ site, source: path, at: when, visits: count }) => ({
    ...{ site, month: monthAt(when), path, counts: { visits: count } },
  }));
  for (const [index, each] of people.entries()) {
    const { site, source: path, signup, confirmed, isErased } = each;
    facts.push({ site, month: monthAt(signup), path, counts: { signups: 1 } });
    if (confirmed !== null)
      facts.push({ site, month: monthAt(signup + confirmed), path, counts: { confirmations: 1 } });
    let bought = isErased ? 1 : 0;
    for (const { hours: when, amount, of, currency } of papersOf(each)) {
      const fact: Fact = { site, month: monthAt(when), path: isErased ? null : path, counts: {} };
      if (of === "purchase") {
        const isFirst = bought === 0;
        bought += 1;
        if (!isErased) fact.buyer = index;
        fact.counts = isFirst ? { first_purchases: 1 } : { later_purchases: 1 };
        fact.money = isFirst ? { currency, first: amount } : { currency, later: amount };
      } else {
        fact.money = {
          currency,
          ...(of === "refund" ? { refunds: amount } : { chargebacks: of === "chargeback" ? amount : -amount }),
        };
      }
      facts.push(fact);
    }
  }
  return facts;
}

/** The rows that the store should find, without unspent credits, in any order. */
export function revenueNaively(
  world: World,
  { siteIds, keys }: { siteIds: readonly number[]; keys: readonly string[] },
) {
  const { sites, months, by, only, currency, people } = world;
  const buyers = people.filter(({ isErased, purchases }) => !isErased && purchases.length > 0);
  const named = nameNaively(buyers.map(({ site, source: path }) => ({ siteId: siteIds[site] ?? 0, path })));
  const nameOf = ({ site, path }: Fact): readonly string[] | null => {
    if (path === null) return null;
    for (let depth = path.length; depth > 0; depth -= 1)
      if (named.includes(JSON.stringify([siteIds[site], path.slice(0, depth)]))) return path.slice(0, depth);
    return [];
  };
  const bySource = by.some((name) => (sourceFields as readonly string[]).includes(name));
  const rows = new Map<string, { row: RevenueRow; people: Set<number> }>();
  for (const fact of factsOf(world)) {
    const { site, month: when, counts, buyer, money } = fact;
    if (!sites.includes(site) || when < (months[0] ?? "") || when > (months[1] ?? "")) continue;
    if (money && currency !== undefined && money.currency !== currency) continue;
    const name = nameOf(fact);
    const columnOf = (dimension: RevenueDimension) => {
      if (dimension === "month") return when;
      return dimension === "site" ? (keys[site] ?? "") : (name?.[sourceFields.indexOf(dimension)] ?? null);
    };
    const limits = Object.entries(only ?? {}) as [RevenueDimension, string][];
    if (limits.some(([dimension, value]) => columnOf(dimension) !== value)) continue;
    const erased = bySource && name === null;
    const of = Object.fromEntries(by.map((dimension) => [dimension, columnOf(dimension)]));
    const id = rowId({ of, erased });
    const zero = { visits: 0, signups: 0, confirmations: 0, buyers: 0, first_purchases: 0, later_purchases: 0 };
    const entry = rows.get(id) ?? { row: { of, erased, ...zero, money: [] }, people: new Set<number>() };
    rows.set(id, entry);
    for (const [count, value] of Object.entries(counts) as [keyof typeof zero, number][]) entry.row[count] += value;
    if (buyer !== undefined) entry.people.add(buyer);
    entry.row.buyers = entry.people.size;
    if (money) addMoney(entry.row, money);
  }
  return sortRows([...rows.values()].map(({ row }) => row));
}

function addMoney(row: RevenueRow, { currency, ...sums }: NonNullable<Fact["money"]>) {
  let own: RevenueMoney | undefined = row.money.find((each) => each.currency === currency);
  if (!own) {
    own = { currency, first: 0, later: 0, refunds: 0, chargebacks: 0, revenue: 0, unspent: 0 };
    row.money.push(own);
    row.money.sort((one, other) => (one.currency < other.currency ? -1 : 1));
  }
  for (const [name, value] of Object.entries(sums) as [keyof typeof sums, number][]) own[name] += value;
  own.revenue = own.first + own.later - own.refunds - own.chargebacks;
}

const rowId = ({ of, erased }: Pick<RevenueRow, "of" | "erased">) => JSON.stringify([erased, of]);
export const sortRows = (rows: readonly RevenueRow[]) =>
  rows.toSorted((one, other) => (rowId(one) < rowId(other) ? -1 : 1));

/** What members who are not erased kept paid within so many days of their signup, by days and currency. */
export function valuesNaively({ people, sites }: World): Record<string, number> {
  const values: Record<string, number> = {};
  for (const each of people.filter(({ isErased, site }) => !isErased && sites.includes(site)))
    for (const days of valueDays)
      for (const { hours: when, amount, sign, currency } of papersOf(each))
        if ((when - each.signup) * 3_600_000 < days * dayMs)
          values[`${days} ${currency}`] = (values[`${days} ${currency}`] ?? 0) + sign * amount;
  return values;
}

/** The question of a world to the store. */
export function periodOf({ sites, months, only, currency }: World, siteIds: readonly number[]): RevenuePeriod {
  const [from = "", to = ""] = months;
  const [year = 0, number = 0] = to.split("-").map(Number);
  const until = new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
  return { siteIds: sites.map((site) => siteIds[site] ?? 0), from: `${from}-01`, until, only, currency };
}

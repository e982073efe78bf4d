import { createHash } from "node:crypto";
import type { Insertable, Selectable } from "kysely";
import { dayOf } from "#contract/days.ts";
import { dayMs, hourMs, minuteMs } from "#contract/durations.ts";
import { shareOf } from "#contract/refunds.ts";
import type { Config } from "#server/config/config.ts";
import type { Db } from "#server/db/pool.ts";
import type { Bundles, DB } from "#server/db/tables.ts";
import { insertConversion, originOf } from "#server/features/advertising/index.ts";
import { bundlesFor } from "#server/features/credits/index.ts";
import {
  collectionDay,
  issueCreditNote,
  issueReceipt,
  mandateReference,
  maskIban,
} from "#server/features/payments/index.ts";
import type { SiteAndCompany } from "#server/features/sites/index.ts";
import { siteOrigin } from "#server/site.ts";
import { completeSettings } from "#server/site-settings.ts";
import type { Spent } from "./chats.ts";
import type { Country } from "./countries.ts";
import { insertAll } from "./insert.ts";
import { type Person, uuid } from "./people.ts";
import { type Dice, dice } from "./random.ts";
import { linkOf } from "./sources.ts";

type Order = {
  method: "card" | "ideal" | "paypal" | "sepa";
  daysAgo: number;
  /** What became of it; else it is paid, and nothing more. `declared`: a withdrawal waits for staff. */
  end?: "pending" | "part_refunded" | "charged_back" | "declared";
};
type Buyer = { among: readonly Country[]; orders: readonly Order[] };

/** So that no screen of finance is empty: several methods, and each of what can happen to a payment. */
const firstSite: readonly Buyer[] = [
  { among: ["NL"], orders: [{ method: "ideal", daysAgo: 41 }] },
  {
    among: ["GB"],
    orders: [
      { method: "card", daysAgo: 33 },
      { method: "card", daysAgo: 24, end: "charged_back" },
    ],
  },
  { among: ["FR", "ES", "IT"], orders: [{ method: "paypal", daysAgo: 17, end: "part_refunded" }] },
  { among: ["GB", "IE"], orders: [{ method: "card", daysAgo: 6, end: "declared" }] },
  { among: ["NL", "BE", "IT"], orders: [{ method: "sepa", daysAgo: 2, end: "pending" }] },
];
const otherSites: readonly Buyer[] = [
  { among: ["DE"], orders: [{ method: "paypal", daysAgo: 12 }] },
  { among: ["AT", "DE"], orders: [{ method: "card", daysAgo: 3 }] },
];

/** More buyers of the first site by the network that brought them, so that `/staff/revenue` names sources (0054). */
const broughtBuyers = { adnet: 14, meadow: 11, direct: 11 };

const returnedAfterDays = { part_refunded: 2, charged_back: 15 };
const refundDays = 14;

type Site = SiteAndCompany["site"];
/** What the links of a site depend on. */
export type SiteAddress = Pick<Config, "mode" | "port">;
type World = { config: SiteAddress; seed: string; people: readonly Person[]; now: Date; isFirst: boolean };
type Debit = { id: string; paymentId: string };
type Placed = { person: Person; order: Order; at: Date; bundle: Selectable<Bundles>; random: Dice };

/** More buyers, each with one paid order. */
function placeBrought(people: readonly Person[], now: Date): { person: Person; order: Order }[] {
  const chosen = Object.entries(broughtBuyers).flatMap(([network, count]) =>
    people.filter((each) => (linkOf(each)?.network ?? "direct") === network).slice(0, count),
  );
  return chosen.map((person, index) => {
    const days = Math.floor((now.getTime() - person.createdAt.getTime()) / dayMs);
    return { person, order: { method: "card", daysAgo: 1 + ((index * 11) % Math.min(80, days - 1)) } };
  });
}

/** The orders, oldest first, each of a Premium member who had joined by then; the logins have none. */
function placeOrders(bundles: readonly Selectable<Bundles>[], { seed, people, now, isFirst }: World): Placed[] {
  const buyers = new Set<Person>();
  const listed = (isFirst ? firstSite : otherSites).flatMap(({ among, orders }, index) => {
    const longest = Math.max(...orders.map(({ daysAgo }) => daysAgo));
    const person = people.find(
      (each) =>
        each.premium &&
        !each.automatic &&
        !buyers.has(each) &&
        among.includes(each.country) &&
        each.createdAt.getTime() < now.getTime() - (longest + 1) * dayMs,
    );
    if (!person) return [];
    buyers.add(person);
    return orders.map((order) => ({ person, order, bundle: index % 3 }));
  });
  const buyable = people.filter(
    (each) =>
      each.premium && !each.automatic && !buyers.has(each) && each.createdAt.getTime() < now.getTime() - 5 * dayMs,
  );
  const brought = isFirst ? placeBrought(buyable, now) : [];
  const placed = [...listed, ...brought.map((each, index) => ({ ...each, bundle: index % 3 }))].flatMap(
    ({ person, order, bundle: place }) => {
      const bundle = bundlesFor(bundles, person.country)[place];
      const random = dice(`payment ${seed} ${person.id} ${order.daysAgo}`);
      return bundle ? [{ person, order, at: new Date(now.getTime() - order.daysAgo * dayMs), bundle, random }] : [];
    },
  );
  return placed.sort((a, b) => a.at.getTime() - b.at.getTime());
}

/**
 * Inserts what a few members paid, with receipts, and with what the sandbox has of it, so that the books agree. Returns
 * what the ledger has of it.
 */
export async function insertPayments(db: Db, site: Site, world: World): Promise<Spent[]> {
  const bundles = await db
    .selectFrom("bundles")
    .selectAll()
    .where("site_id", "=", site.id)
    .where("active", "=", true)
    .execute();
  const booked: Spent[] = [];
  const buyers = new Set<Person>();
  for (const placed of placeOrders(bundles, world)) {
    const bought = await insertPayment(db, site, placed, world);
    if (bought.length > 0 && !buyers.has(placed.person)) await insertFirstPurchase(db, site.id, placed);
    if (bought.length > 0) buyers.add(placed.person);
    booked.push(...bought);
  }
  return booked;
}

/** What `/staff/results` counts of the source that brought a buyer. */
async function insertFirstPurchase(db: Db, siteId: number, { person, bundle, at }: Placed): Promise<void> {
  const origin = originOf(completeSettings([]), linkOf(person), person.language);
  const money = { amount: bundle.price_minor, currency: bundle.currency };
  await insertConversion(db, { siteId, day: dayOf(at), step: "purchase", origin, money, toSum: false });
}

async function insertPayment(db: Db, site: Site, placed: Placed, { config, now }: World): Promise<Spent[]> {
  const { person, order, at, bundle, random } = placed;
  const { price_minor: amount, credits, currency, vat_percent } = bundle;
  const { method, end } = order;
  const [id, key] = [uuid(random), uuid(random)];
  const isPaid = end !== "pending";
  const completedAt = new Date(at.getTime() + 2 * minuteMs);
  const origin = siteOrigin(site, config);
  const reference = `sb_${uuid(random)}`;
  const payment: Insertable<DB["payments"]> & { country: string } = {
    id,
    site_id: site.id,
    member_id: person.id,
    bundle_id: bundle.id,
    credits,
    list_minor: amount,
    amount_minor: amount,
    currency,
    vat_percent,
    country: person.country,
    payer_country: isPaid ? person.country : null,
    provider: "sandbox",
    provider_reference: reference,
    method,
    status: isPaid ? "completed" : "pending",
    language: person.language,
    begin_text: "I want my credits at once. I know that I can withdraw.",
    begin_language: "en",
    refund_days: refundDays,
    origin,
    key,
    body_hash: Buffer.alloc(0),
    created_at: at,
    completed_at: isPaid ? completedAt : null,
  };
  await insertAll(db, "payments", [payment]);
  const { language } = person;
  const sandbox: Insertable<DB["sandbox_payments"]> = {
    reference,
    payment_id: id,
    amount_minor: amount,
    currency,
    description: `${credits} credits`,
    merchant: site.settings.name,
    country: person.country,
    method,
    language,
    return_url: `${origin}/${language}/transactions/${id}`,
    webhook_url: `${origin}/api/payment-webhook.php`,
    status: isPaid ? "completed" : "pending",
    created_at: at,
    completed_at: isPaid ? completedAt : null,
  };
  await insertAll(db, "sandbox_payments", [sandbox]);
  if (!isPaid) {
    await insertDebit(db, site.id, placed, { id: key, paymentId: id });
    return [];
  }
  const sale = { id, site_id: site.id, country: person.country, credits, currency, vat_percent, language };
  const number = await issueReceipt(
    db,
    { ...sale, list_minor: amount, amount_minor: amount, member_id: person.id },
    { method, now: completedAt },
  );
  const purchase: Spent = { memberId: person.id, causeId: id, at: completedAt, credits: -credits, cause: "purchase" };
  if (end === "declared") {
    const declared = { number, outcome: "recorded", created_at: new Date(now.getTime() - 5 * hourMs) };
    const owner = { site_id: site.id, member_id: person.id, email: person.email };
    await insertAll(db, "withdrawals", [{ ...declared, ...owner }]);
  }
  if (end !== "part_refunded" && end !== "charged_back") return [purchase];
  const returned = await insertReturn(db, { ...placed, end }, { id, reference });
  return [purchase, { memberId: person.id, ...returned }];
}

/** Money that went back, with the credits that it took and its credit note. */
async function insertReturn(
  db: Db,
  { bundle, at: orderedAt, random, end }: Placed & { end: keyof typeof returnedAfterDays },
  payment: { id: string; reference: string },
): Promise<Omit<Spent, "memberId">> {
  const at = new Date(orderedAt.getTime() + returnedAfterDays[end] * dayMs);
  const whole = { amount: bundle.price_minor, credits: bundle.credits };
  const amount = end === "charged_back" ? whole.amount : Math.round(whole.amount / 2);
  const credits = shareOf(whole, amount);
  const id = uuid(random);
  const theirs = `sr_${id}`;
  const row = { id, payment_id: payment.id, amount_minor: amount, credits, provider_reference: theirs, created_at: at };
  const sandbox = { reference: theirs, payment_reference: payment.reference, amount_minor: amount, created_at: at };
  if (end === "charged_back") {
    await insertAll(db, "chargebacks", [row]);
    await insertAll(db, "sandbox_chargebacks", [sandbox]);
  } else {
    await insertAll(db, "refunds", [{ ...row, reason: "provider", status: "completed", completed_at: at }]);
    await insertAll(db, "sandbox_refunds", [{ ...sandbox, status: "completed", completed_at: at }]);
  }
  const back = end === "charged_back" ? { charged_back_minor: amount } : { refunded_minor: amount };
  await db.updateTable("payments").set(back).where("id", "=", payment.id).execute();
  const reason = end === "charged_back" ? { chargeback_id: id } : { refund_id: id };
  await issueCreditNote(db, { payment_id: payment.id, credits, amount_minor: amount, reason }, at);
  return { causeId: id, at, credits, cause: end === "charged_back" ? "chargeback" : "refund" };
}

/** The mandate of a direct debit that is not collected yet; of no real bank account. `id`: the order's key. */
async function insertDebit(db: Db, siteId: number, { person, bundle, at }: Placed, { id, paymentId }: Debit) {
  const keyOf = (what: string) => createHash("sha256").update(`${what} ${id}`).digest();
  const keys = { iban_key: keyOf("iban"), phone_key: keyOf("phone") };
  const shared = { ...keys, id, site_id: siteId, amount_minor: bundle.price_minor, payment_id: paymentId };
  const times = { authorised_at: at, code_sent_at: at, code_expires_at: at, confirmed_at: at, created_at: at };
  const debit: Insertable<DB["direct_debits"]> = {
    ...shared,
    ...times,
    member_id: person.id,
    bundle_id: bundle.id,
    currency: bundle.currency,
    language: person.language,
    account_holder: person.name,
    iban_masked: maskIban(`${person.country}0000000000001234`),
    iban_country: person.country,
    phone: "+•• •••• 00",
    mandate_reference: mandateReference(id),
    collect_on: collectionDay(at),
    code_hash: Buffer.alloc(32),
    tries_left: 0,
  };
  await insertAll(db, "direct_debits", [debit]);
  await insertAll(db, "direct_debit_uses", [{ ...shared, confirmed_at: at }]);
}

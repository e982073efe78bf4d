import { type Insertable, type Selectable, sql } from "kysely";
import type { Language } from "#contract/constants.ts";
import type { Payment } from "#contract/payments.ts";
import { type Lockable, type Locked, lock, lockAccount } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import type { Payments } from "#server/db/tables.ts";
import { languageOf } from "#server/http/language.ts";

type Status = Payment["status"];

export type PaymentRow = Omit<Selectable<Payments>, "status" | "language"> & { status: Status; language: Language };

const listLimit = 100;

// the check constraint allows no other status
const toPayment = (row: Selectable<Payments>): PaymentRow => ({
  ...row,
  status: row.status as Status,
  language: languageOf(row.language),
});

/** Stores an order; undefined if the member used its key before. */
export async function insertPayment(db: Db, payment: Insertable<Payments>): Promise<PaymentRow | undefined> {
  const inserted = await db
    .insertInto("payments")
    .values(payment)
    .onConflict((conflict) => conflict.columns(["member_id", "key"]).doNothing())
    .returningAll()
    .executeTakeFirst();
  return inserted && toPayment(inserted);
}

export async function findByKey(db: Db, memberId: string, key: string): Promise<PaymentRow | undefined> {
  const row = await db
    .selectFrom("payments")
    .selectAll()
    .where("member_id", "=", memberId)
    .where("key", "=", key)
    .executeTakeFirst();
  return row && toPayment(row);
}

/** Stores a payment's checkout, and its reference if known; undefined if the order is deleted. */
export async function setCheckout(
  db: Db,
  id: string,
  checkout: { reference: string | null; checkoutUrl: string },
): Promise<PaymentRow | undefined> {
  const row = await db
    .updateTable("payments")
    .set({
      checkout_url: checkout.checkoutUrl,
      ...(checkout.reference === null ? {} : { provider_reference: checkout.reference }),
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirst();
  return row && toPayment(row);
}

export async function deletePayment(db: Db, id: string): Promise<void> {
  await db.deleteFrom("payments").where("id", "=", id).where("provider_reference", "is", null).execute();
}

export async function findPayment(
  db: Db,
  own: { id: string; memberId: string; siteId: number },
): Promise<PaymentRow | undefined> {
  const row = await db
    .selectFrom("payments")
    .selectAll()
    .where("id", "=", own.id)
    .where("member_id", "=", own.memberId)
    .where("site_id", "=", own.siteId)
    .where("checkout_url", "is not", null)
    .executeTakeFirst();
  return row && toPayment(row);
}

export async function listPayments(db: Db, own: { memberId: string; siteId: number }): Promise<PaymentRow[]> {
  const rows = await db
    .selectFrom("payments")
    .selectAll()
    .where("member_id", "=", own.memberId)
    .where("site_id", "=", own.siteId)
    .where("checkout_url", "is not", null)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(listLimit)
    .execute();
  return rows.map(toPayment);
}

export async function findPaymentById(db: Db, id: string): Promise<PaymentRow | undefined> {
  const row = await db.selectFrom("payments").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toPayment(row);
}

/**
 * Row-locks a payment until the transaction ends, so that one request at a time settles it. Its buyer's account is
 * locked first: a purchase changes the account after the wallet.
 */
export async function lockPayment(db: Lockable<"accounts">, provider: string, id: string) {
  const payment = db.selectFrom("payments").where("id", "=", id);
  const account = await lockAccount(db, payment.select("member_id"));
  const locked = await lock(account, "payments", payment.selectAll().where("provider", "=", provider));
  return locked.row && { db: locked.db, payment: toPayment(locked.row) };
}

export type LockedPayment = NonNullable<Awaited<ReturnType<typeof lockPayment>>>;

export async function updateStatus(
  db: Locked<"payments">,
  id: string,
  change: {
    status: Status;
    reference: string;
    method: string | null;
    country: string | null;
    completedAt: Date | null;
  },
): Promise<void> {
  await db
    .updateTable("payments")
    .set({
      status: change.status,
      provider_reference: change.reference,
      completed_at: change.completedAt,
      ...(change.method ? { method: change.method } : {}),
      ...(change.country ? { payer_country: change.country } : {}),
    })
    .where("id", "=", id)
    .execute();
}

type Period = { now: Date; setting: number; moreDays: number };

/** A member's payments that are unsettled, or may be withdrawn from; the unsettled ones first, then the newest. */
export async function listContracts(
  db: Db,
  own: { memberId: string; siteId: number },
  { now, setting, moreDays }: Period,
) {
  const since = sql<Date>`${now}::timestamptz - make_interval(days => coalesce(refund_days, ${setting}) + ${moreDays})`;
  const rows = await db
    .selectFrom("payments")
    .selectAll()
    .where("member_id", "=", own.memberId)
    .where("site_id", "=", own.siteId)
    .where((where) =>
      where.or([
        where.and([where("status", "in", ["open", "pending"]), where("checkout_url", "is not", null)]),
        where.and([where("status", "=", "completed"), where("completed_at", ">=", since)]),
      ]),
    )
    .orderBy(sql`completed_at desc nulls first`)
    .orderBy("id", "desc")
    .execute();
  return rows.map(toPayment);
}

/** A member's open orders that are at the provider. */
export async function listOpen(
  db: Db,
  memberId: PaymentRow["member_id"],
): Promise<Pick<PaymentRow, "id" | "amount_minor" | "currency">[]> {
  return await db
    .selectFrom("payments")
    .select(["id", "amount_minor", "currency"])
    .where("member_id", "=", memberId)
    .where("status", "=", "open")
    .where("provider_reference", "is not", null)
    .execute();
}

export async function setMadePremium(db: Locked<"payments">, id: string): Promise<void> {
  await db.updateTable("payments").set({ made_premium: true }).where("id", "=", id).execute();
}

export async function addReturned(
  db: Locked<"payments">,
  id: string,
  returned: { refunded?: number; chargedBack?: number },
): Promise<void> {
  const { refunded = 0, chargedBack = 0 } = returned;
  await db
    .updateTable("payments")
    .set({
      refunded_minor: sql`refunded_minor + ${refunded}`,
      charged_back_minor: sql`charged_back_minor + ${chargedBack}`,
    })
    .where("id", "=", id)
    .execute();
}

/** How many different members bought each bundle since a time; only the newest purchase of a member counts. */
export async function countChosen(db: Db, since: Date): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ bundle_id: string; buyers: number }>`
    select bundle_id, count(*)::int as buyers
    from (
      select distinct on (member_id) bundle_id from payments
      where status = 'completed' and completed_at >= ${since} and member_id is not null
      order by member_id, completed_at desc
    ) as newest
    group by bundle_id`.execute(db);
  return new Map(rows.map((row) => [row.bundle_id, row.buyers]));
}

export async function findPaymentByReference(
  db: Db,
  provider: string,
  reference: string,
): Promise<PaymentRow | undefined> {
  const row = await db
    .selectFrom("payments")
    .selectAll()
    .where("provider", "=", provider)
    .where("provider_reference", "=", reference)
    .executeTakeFirst();
  return row && toPayment(row);
}

type Expiry = {
  /** Those that are set up. */
  providers: readonly string[];
  /** Orders without a reference expire if they are older. */
  unsent: Date;
  /** Orders that a provider has just answered about expire if they are older, as do those of a former provider. */
  open: Date;
  answered: readonly { provider: string; reference: string }[];
  /** Every order expires if it is older. */
  any: Date;
};

/** Open orders that are not worth waiting for; a report may still complete one. */
export async function listExpired(db: Db, { providers, unsent, open, answered, any }: Expiry) {
  const [names, references] = [answered.map(({ provider }) => provider), answered.map(({ reference }) => reference)];
  const isAnswered = sql<boolean>`(provider, provider_reference) in
    (select * from unnest(${names}::text[], ${references}::text[]))`;
  return await db
    .selectFrom("payments")
    .select(["id", "provider"])
    .where("status", "=", "open")
    .where((where) =>
      where.or([
        where.and([where("provider_reference", "is", null), where("created_at", "<", unsent)]),
        where.and([where("provider", "not in", providers), where("created_at", "<", open)]),
        where.and([isAnswered, where("created_at", "<", open)]),
        where("created_at", "<", any),
      ]),
    )
    .execute();
}

export async function setFailed(db: Locked<"payments">, id: string): Promise<void> {
  await db.updateTable("payments").set({ status: "failed" }).where("id", "=", id).execute();
}

/** Marks a payment as asked about now, unless it was since a time; false if it was. */
export async function claimAsking(db: Db, id: string, { since, now }: { since: Date; now: Date }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("payments")
    .set({ asked_at: now })
    .where("id", "=", id)
    .where((where) => where.or([where("asked_at", "is", null), where("asked_at", "<=", since)]))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Marks a payment as asked about, so that the next run begins with others. */
export async function setAsked(
  db: Db,
  { provider, reference }: { provider: string; reference: string },
  now: Date,
): Promise<void> {
  await db
    .updateTable("payments")
    .set({ asked_at: now })
    .where("provider", "=", provider)
    .where("provider_reference", "=", reference)
    .execute();
}

/** A payment is asked about again after a 24th of its age: after an hour if it is a day old, after a day if 24 days. */
const gapShare = 24;

/** References of unsettled payments of a period that are due; those asked about longest ago, or never, come first. */
export async function listUnsettled(
  db: Db,
  provider: string,
  { from, until, now, limit }: { from: Date; until: Date; now: Date; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom("payments")
    .select("provider_reference as reference")
    .where("status", "in", ["open", "pending"])
    .where("provider", "=", provider)
    .where("created_at", ">=", from)
    .where("created_at", "<", until)
    .where(
      sql<boolean>`coalesce(asked_at <= ${now}::timestamptz - (${now}::timestamptz - created_at) / ${gapShare}::int, true)`,
    )
    .orderBy(sql`asked_at nulls first`)
    .orderBy("created_at")
    .limit(limit)
    .$narrowType<{ reference: string }>()
    .where("provider_reference", "is not", null)
    .execute();
  return rows.map((row) => row.reference);
}

/** Keeps what tax law requires of payments that moved money or may; deletes the others. */
export async function anonymisePayments(db: Db, accountId: string): Promise<void> {
  await db
    .deleteFrom("payments")
    .where("member_id", "=", accountId)
    .where("status", "not in", ["completed", "pending"])
    .execute();
  await db
    .updateTable("payments")
    .set({
      member_id: null,
      checkout_url: null,
      typed_code: null,
      return_to: "/credits",
      key: sql`gen_random_uuid()`,
      body_hash: sql`''::bytea`,
    })
    .where("member_id", "=", accountId)
    .execute();
}

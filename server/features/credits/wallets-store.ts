import { sql } from "kysely";
import { creditReturns } from "#contract/transactions.ts";
import { type Lockable, type Locked, lockClause, lockOne, type PoolOrLockable } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";

export type CreditReturn = (typeof creditReturns)[number];
/** SQL: the causes of `creditReturns`. Index: `ledger_returned_once`. */
export const returnCauses = sql`(${sql.join(creditReturns.map((cause) => sql.lit(cause)))})`;

export type Cause =
  | "signup"
  | "message"
  | "talk"
  | CreditReturn
  | "purchase"
  | "demo"
  | "refund"
  | "refund_failed"
  | "chargeback"
  | "chargeback_reversed"
  | "debt"
  | "staff";

export type Entry = {
  memberId: string;
  siteId: number;
  /** Credits: above 0 given, below 0 spent. */
  amount: number;
  cause: Cause;
  /** The id of the message, payment or account that caused it. A cause is booked once. */
  causeId: string;
  now: Date;
};

export async function insertWallet(db: Db, memberId: string, siteId: number): Promise<void> {
  await db
    .insertInto("wallets")
    .values({ member_id: memberId, site_id: siteId })
    .onConflict((conflict) => conflict.column("member_id").doNothing())
    .execute();
}

/** Books an entry and the balance in one statement, once by the ledger's unique indexes; undefined: nothing booked. */
export async function bookEntry(db: PoolOrLockable<"wallets"> | Locked<"wallets">, entry: Entry) {
  const { memberId, siteId, amount, cause, causeId, now } = entry;
  const booked = await sql<{ credits: number }>`
    with wallet as (
      select credits from wallets where member_id = ${memberId} and site_id = ${siteId}
      ${lockClause("wallets")}
    ), entry as (
      insert into ledger (site_id, member_id, amount, balance, cause, cause_id, created_at)
      select ${siteId}, ${memberId}, ${amount}::int, credits + ${amount}::int, ${cause}, ${causeId}, ${now}
      from wallet where credits + ${amount}::int >= 0
      on conflict do nothing
      returning balance
    )
    update wallets set credits = entry.balance from entry where member_id = ${memberId}
    returning credits`.execute(db);
  return booked.rows[0]?.credits;
}

type ManyBack = Omit<Entry, "amount" | "causeId">;

/** Books the credits of messages back that did not come back before. */
export async function bookAllBack(
  db: Locked<"wallets">,
  messages: readonly { id: string; credits: number }[],
  { memberId, siteId, cause, now }: ManyBack,
): Promise<{ cause_id: string; amount: number }[]> {
  if (messages.length === 0) return [];
  const [ids, credits] = [messages.map(({ id }) => id), messages.map((message) => message.credits)];
  const { rows } = await sql<{ cause_id: string; amount: number }>`
    with message as (
      select * from unnest(${ids}::uuid[], ${credits}::int[]) as m (id, credits)
      where not exists (select from ledger where cause_id = m.id and cause in ${returnCauses})
    ), entry as (
      insert into ledger (site_id, member_id, amount, balance, cause, cause_id, created_at)
      select ${siteId}::smallint, ${memberId}::uuid, message.credits,
        wallets.credits + (sum(message.credits) over (order by message.id))::int, ${cause}, message.id, ${now}
      from message join wallets on wallets.member_id = ${memberId} order by message.id
      returning cause_id, amount
    ), changed as (
      update wallets set credits = credits + (select sum(amount) from entry)::int
      where member_id = ${memberId} and exists (select from entry)
    )
    select cause_id, amount from entry order by cause_id`.execute(db);
  return rows;
}

export async function findBalance(db: Db, memberId: string): Promise<number | undefined> {
  const wallet = await db.selectFrom("wallets").select("credits").where("member_id", "=", memberId).executeTakeFirst();
  return wallet?.credits;
}

/** How many credits a member owes, which the next purchase settles, and until when they are muted. */
export async function findBuyer(db: Db, memberId: string) {
  return await db
    .selectFrom("wallets")
    .innerJoin("profiles", "profiles.member_id", "wallets.member_id")
    .select(["wallets.debt", "profiles.muted_until"])
    .where("wallets.member_id", "=", memberId)
    .executeTakeFirst();
}

/** How many credits of each payment settled a debt. */
export async function listSettled(db: Db, paymentIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (paymentIds.length === 0) return new Map();
  const rows = db.selectFrom("ledger").select(["cause_id", "amount"]).where("cause", "=", "debt");
  return new Map((await rows.where("cause_id", "in", paymentIds).execute()).map((row) => [row.cause_id, -row.amount]));
}

export async function isBooked(db: Db, cause: Cause, causeId: string): Promise<boolean> {
  const entry = await db
    .selectFrom("ledger")
    .select("id")
    .where("cause", "=", cause)
    .where("cause_id", "=", causeId)
    .executeTakeFirst();
  return entry !== undefined;
}

export async function findCountry(db: Db, memberId: string): Promise<string | null> {
  const profile = await db
    .selectFrom("profiles")
    .select("country")
    .where("member_id", "=", memberId)
    .executeTakeFirst();
  return profile?.country ?? null;
}

export type DebtCause = "refund" | "refund_failed" | "chargeback" | "chargeback_reversed" | "purchase" | CreditReturn;

export async function lockWallet(db: Lockable<"wallets">, memberId: string) {
  const wallet = db.selectFrom("wallets").select(["credits", "debt", "site_id"]).where("member_id", "=", memberId);
  return await lockOne(db, "wallets", wallet);
}

/** Adds to a member's debt (`amount` above 0) or settles some of it (below 0), once for each cause. */
export async function bookDebt(db: Locked<"wallets">, entry: Omit<Entry, "cause"> & { cause: DebtCause }) {
  const { memberId, siteId, amount, cause, causeId, now } = entry;
  await sql`
    with entry as (
      insert into debts (site_id, member_id, amount, cause, cause_id, created_at)
      values (${siteId}, ${memberId}, ${amount}, ${cause}, ${causeId}, ${now})
      on conflict (cause, cause_id) do nothing
      returning amount
    )
    update wallets set debt = debt + entry.amount from entry where member_id = ${memberId}`.execute(db);
}

import type { Lockable, Locked, PoolOrLockable } from "#server/db/locks.ts";
import type { Db } from "#server/db/pool.ts";
import { fail } from "#server/http/fail.ts";
import {
  bookAllBack,
  bookDebt,
  bookEntry,
  type CreditReturn,
  type DebtCause,
  type Entry,
  findBalance,
  isBooked,
  lockWallet,
} from "./wallets-store.ts";

/** A member's credits. Throws if the member has no wallet: every account gets one on creation. */
export async function balanceOf(db: Db, memberId: string): Promise<number> {
  const balance = await findBalance(db, memberId);
  if (balance === undefined) throw new Error(`member ${memberId} has no wallet`);
  return balance;
}

type Booked = {
  balance: number;
  /** False if this cause was booked before; then nothing was changed. */
  booked: boolean;
};

/** Adds or takes (below 0) credits for a cause, once (D7.1, R1.04). Throws `not_enough_credits`, nothing changed. */
export async function book(db: PoolOrLockable<"wallets"> | Locked<"wallets">, entry: Entry): Promise<Booked> {
  const newBalance = await bookEntry(db, entry);
  if (newBalance !== undefined) return { balance: newBalance, booked: true };
  const balance = await balanceOf(db, entry.memberId);
  if (await isBooked(db, entry.cause, entry.causeId)) return { balance, booked: false };
  throw fail("not_enough_credits");
}

type Reason = Omit<Entry, "amount" | "cause"> & { cause: "refund" | "chargeback" };

/** D7.1, once for each cause. What the balance does not cover is a debt that the next purchase settles; returns it. */
export async function takeBack(trx: Lockable<"wallets">, credits: number, reason: Reason): Promise<number> {
  const { db, row: wallet } = await lockWallet(trx, reason.memberId);
  const debit = Math.min(credits, wallet.credits);
  if (debit > 0) await book(db, { ...reason, amount: -debit });
  if (credits > debit) await bookDebt(db, { ...reason, amount: credits - debit });
  return credits - debit;
}

type Grant = Omit<Entry, "amount" | "cause"> & { cause: "purchase" | "refund_failed" | "chargeback_reversed" };

/**
 * Adds paid credits, once, and settles the member's debt (D7.1), as two entries, so that the member can see both.
 * `settled`: how many of the credits the debt took.
 */
export async function addCredits(trx: Lockable<"wallets">, credits: number, grant: Grant) {
  const { db, row } = await lockWallet(trx, grant.memberId);
  const booked = await book(db, { ...grant, amount: credits });
  if (!booked.booked) return { ...booked, settled: 0 };
  const { balance } = await settleDebt(db, booked, { ...grant, debt: row.debt, credits });
  return { balance, booked: true, settled: booked.balance - balance };
}

type Returned = Omit<Entry, "amount" | "cause"> & { cause: CreditReturn };

/** Once whatever the cause (R10.01, R10.02); settles the debt. Undefined if they came back before, or if no wallet. */
export async function giveBack(trx: Lockable<"wallets">, credits: number, returned: Returned) {
  const { db, row } = await lockWallet(trx, returned.memberId);
  const balance = await bookEntry(db, { ...returned, amount: credits });
  if (balance === undefined) return undefined;
  return (await settleDebt(db, { balance, booked: true }, { ...returned, debt: row.debt, credits })).balance;
}

/** The same for several messages; returns how many credits came back, and the balance since. */
export async function giveAllBack(
  trx: Lockable<"wallets">,
  messages: readonly { id: string; credits: number }[],
  returned: Omit<Returned, "causeId">,
): Promise<{ credits: number; balance: number }> {
  const { db, row } = await lockWallet(trx, returned.memberId);
  const { debt, credits: balance } = row;
  const booked = await bookAllBack(db, messages, returned);
  const [first] = booked;
  if (!first) return { credits: 0, balance };
  const credits = booked.reduce((sum, { amount }) => sum + amount, 0);
  const booking = { balance: balance + credits, booked: true };
  const settled = await settleDebt(db, booking, { ...returned, causeId: first.cause_id, debt, credits });
  return { credits, balance: settled.balance };
}

type Settling = Omit<Entry, "amount" | "cause"> & { cause: DebtCause; debt: number; credits: number };

async function settleDebt(db: Locked<"wallets">, booked: Booked, { debt, credits, ...entry }: Settling) {
  const settled = Math.min(debt, credits);
  if (settled === 0) return booked;
  await bookDebt(db, { ...entry, amount: -settled });
  return await book(db, { ...entry, amount: -settled, cause: "debt" });
}

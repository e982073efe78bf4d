import type { Db } from "#server/db/pool.ts";
import { fail } from "#server/http/fail.ts";
import {
  bookAllBack,
  bookDebt,
  bookEntry,
  type DebtCause,
  type Entry,
  findBalance,
  type GivenBackCause,
  isBooked,
  lockWallet,
} from "./store.ts";

/** A member's credits. Throws if the member has no wallet: every account gets one on creation. */
export async function balanceOf(db: Db, memberId: string): Promise<number> {
  const balance = await findBalance(db, memberId);
  if (balance === undefined) throw new Error(`member ${memberId} has no wallet`);
  return balance;
}

type Booking = {
  balance: number;
  /** False if this cause was booked before; then nothing was changed. */
  booked: boolean;
};

/** Adds or takes (below 0) credits for a cause, once (D7.1, R1.04). Throws `not_enough_credits`, nothing changed. */
export async function book(db: Db, entry: Entry): Promise<Booking> {
  const newBalance = await bookEntry(db, entry);
  if (newBalance !== undefined) return { balance: newBalance, booked: true };
  const balance = await balanceOf(db, entry.memberId);
  if (await isBooked(db, entry.cause, entry.causeId)) return { balance, booked: false };
  throw fail("not_enough_credits");
}

type Reason = Omit<Entry, "amount" | "cause"> & { cause: "refund" | "chargeback" };

/** Takes back once for each cause. What exceeds the balance is a debt that the next purchase settles; returns it. */
export async function takeBack(db: Db, credits: number, reason: Reason): Promise<number> {
  const wallet = await lockWallet(db, reason.memberId);
  const taken = Math.min(credits, wallet.credits);
  if (taken > 0) await book(db, { ...reason, amount: -taken });
  if (credits > taken) await bookDebt(db, { ...reason, amount: credits - taken });
  return credits - taken;
}

type Grant = Omit<Entry, "amount" | "cause"> & { cause: "purchase" | "refund_failed" | "chargeback_reversed" };

/** Adds paid credits, once, and settles the member's debt (D7.1), as two entries, so that the member can see both. */
export async function addCredits(db: Db, credits: number, grant: Grant): Promise<Booking> {
  const { debt } = await lockWallet(db, grant.memberId);
  const booking = await book(db, { ...grant, amount: credits });
  return booking.booked ? await settleDebt(db, booking, { ...grant, debt, credits }) : booking;
}

type Returned = Omit<Entry, "amount" | "cause"> & { cause: GivenBackCause };

/** Gives back once, whatever the cause; settles the debt. Undefined if they came back before, or if no wallet. */
export async function giveBack(db: Db, credits: number, returned: Returned): Promise<number | undefined> {
  const { debt } = await lockWallet(db, returned.memberId);
  const balance = await bookEntry(db, { ...returned, amount: credits });
  if (balance === undefined) return undefined;
  return (await settleDebt(db, { balance, booked: true }, { ...returned, debt, credits })).balance;
}

/** The same for several messages; returns how many credits came back, and the balance since. */
export async function giveAllBack(
  db: Db,
  messages: readonly { id: string; credits: number }[],
  returned: Omit<Returned, "causeId">,
): Promise<{ credits: number; balance: number }> {
  const { debt, credits: balance } = await lockWallet(db, returned.memberId);
  const booked = await bookAllBack(db, messages, returned);
  const [first] = booked;
  if (!first) return { credits: 0, balance };
  const credits = booked.reduce((sum, { amount }) => sum + amount, 0);
  const booking = { balance: balance + credits, booked: true };
  const settled = await settleDebt(db, booking, { ...returned, causeId: first.cause_id, debt, credits });
  return { credits, balance: settled.balance };
}

type Settling = Omit<Entry, "amount" | "cause"> & { cause: DebtCause; debt: number; credits: number };

async function settleDebt(db: Db, booking: Booking, { debt, credits, ...entry }: Settling): Promise<Booking> {
  const settled = Math.min(debt, credits);
  if (settled === 0) return booking;
  await bookDebt(db, { ...entry, amount: -settled });
  return await book(db, { ...entry, amount: -settled, cause: "debt" });
}

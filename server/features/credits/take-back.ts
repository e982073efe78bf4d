import type { Db } from "#server/db/pool.ts";
import { type Booking, book } from "./book.ts";
import { bookDebt, type Entry, lockWallet } from "./store.ts";

/** Why credits are taken back. */
type Reason = Omit<Entry, "amount" | "cause"> & { cause: "refund" | "chargeback" };

/**
 * Takes back the credits of a refunded or charged back purchase (D7.1), once for each cause. The balance never gets
 * below 0: what it does not cover becomes a debt, which the next purchase settles. Returns how many credits are owed.
 */
export async function takeBack(db: Db, credits: number, reason: Reason): Promise<number> {
  const wallet = await lockWallet(db, reason.memberId);
  const taken = Math.min(credits, wallet.credits);
  if (taken > 0) await book(db, { ...reason, amount: -taken });
  if (credits > taken) await bookDebt(db, { ...reason, amount: credits - taken });
  return credits - taken;
}

/** Why credits are added. */
type Grant = Omit<Entry, "amount" | "cause"> & { cause: "purchase" | "refund_failed" | "chargeback_reversed" };

/**
 * Adds credits that were paid for, once for each cause, and settles the member's debt with them (D7.1). The ledger gets
 * an entry for each, so that the member can see what became of the credits.
 */
export async function addCredits(db: Db, credits: number, grant: Grant): Promise<Booking> {
  const { debt } = await lockWallet(db, grant.memberId);
  const booking = await book(db, { ...grant, amount: credits });
  const settled = Math.min(debt, credits);
  if (!booking.booked || settled === 0) return booking;
  await bookDebt(db, { ...grant, amount: -settled });
  return await book(db, { ...grant, amount: -settled, cause: "debt" });
}

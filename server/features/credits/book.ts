import type { Db } from "#server/db/pool.ts";
import { fail } from "#server/http/fail.ts";
import { balanceOf } from "./balance-of.ts";
import { bookEntry, type Entry, isBooked } from "./store.ts";

export type Booking = {
  /** The member's current credits. */
  balance: number;
  /** False if this cause was booked before; then nothing was changed. */
  booked: boolean;
};

/**
 * Adds (`amount` above 0) or takes (below 0) whole credits for a cause, once (D7.1, R1.04). Safe under concurrent
 * calls, in any transaction. Throws `not_enough_credits`, with nothing changed.
 */
export async function book(db: Db, entry: Entry): Promise<Booking> {
  const newBalance = await bookEntry(db, entry);
  if (newBalance !== undefined) return { balance: newBalance, booked: true };
  const balance = await balanceOf(db, entry.memberId);
  if (await isBooked(db, entry.cause, entry.causeId)) return { balance, booked: false };
  throw fail("not_enough_credits");
}

import type { Db } from "#server/db/pool.ts";
import { fail } from "#server/http/fail.ts";
import { balanceOf } from "./balance-of.ts";
import { bookEntry, type Entry, isBooked } from "./store.ts";

export type Booking = {
  /** Credits the member has now. */
  balance: number;
  /** False where this cause was booked before, and nothing was done. */
  booked: boolean;
};

/**
 * Gives (`amount` above 0) or takes (below 0) whole credits for a cause, once (D7.1, R1.04). Safe however many do it at
 * the same time, in any transaction. Throws `not_enough_credits`, with nothing changed.
 */
export async function book(db: Db, entry: Entry): Promise<Booking> {
  const moved = await bookEntry(db, entry);
  if (moved !== undefined) return { balance: moved, booked: true };
  const balance = await balanceOf(db, entry.memberId);
  if (await isBooked(db, entry.cause, entry.causeId)) return { balance, booked: false };
  throw fail("not_enough_credits");
}

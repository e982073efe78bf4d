import type { Db } from "#server/db/pool.ts";
import { findUndelivered, sumTakenBack } from "../returns-store.ts";
import { type Paid, type Refundable, refundableOf } from "./rules.ts";

/** What each of a member's completed payments would refund now, in their order. `balance`: the member's credits. */
export async function findRefundables(
  db: Db,
  payments: readonly (Paid & { id: string })[],
  balance: number,
): Promise<Refundable[]> {
  const ids = payments.map(({ id }) => id);
  const takenBack = await sumTakenBack(db, ids);
  const undelivered = await findUndelivered(db, ids);
  return payments.map((payment) =>
    refundableOf(
      { ...payment, credits: undelivered.has(payment.id) ? 0 : payment.credits },
      { takenBack: takenBack.get(payment.id) ?? 0, balance },
    ),
  );
}

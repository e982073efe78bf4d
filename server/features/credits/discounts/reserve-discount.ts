import type { Lockable } from "#server/db/locks.ts";
import { failFields } from "#server/http/fail.ts";
import { type Discount, keyOfUse } from "./find-discount.ts";
import { findHolder, findUse, insertUse, lockUses, setUseState } from "./store.ts";

/** Reserves a code in the order's transaction (D7.6), if need be from an unpaid earlier order of the same member. */
export async function reserveDiscount(trx: Lockable<"discount">, { code, buyer }: Discount, paymentId: string) {
  const { memberId } = buyer;
  const use = { paymentId, codeId: code.id, memberId, key: keyOfUse(code, memberId, paymentId) };
  const db = await takeOver(trx, use);
  if (!db) throw failFields({ code: "discount_already_used" });
  await insertUse(db, use);
}

/** D7.6. False if another payment holds the code by now: the caller must refund this one. */
export async function spendDiscount(db: Lockable<"discount">, paymentId: string): Promise<boolean> {
  const use = await findUse(db, paymentId);
  if (!use) return true;
  if (!(await takeOver(db, { paymentId, codeId: use.code_id, memberId: use.member_id, key: use.use_key })))
    return false;
  await setUseState(db, paymentId, "spent");
  return true;
}

type Taking = { paymentId: string; codeId: string; memberId: string | null; key: string };

/** Takes a code from an unpaid order of the same member; undefined if it is another's, or spent. */
async function takeOver(trx: Lockable<"discount">, { paymentId, codeId, memberId, key }: Taking) {
  const db = await lockUses(trx, codeId, key);
  const holder = await findHolder(db, codeId, key);
  if (!holder || holder.payment_id === paymentId) return db;
  if (holder.state === "spent" || holder.member_id !== memberId) return undefined;
  await setUseState(db, holder.payment_id, "freed");
  return db;
}

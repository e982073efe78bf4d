import type { Db } from "#server/db/pool.ts";
import { failFields } from "#server/http/fail.ts";
import { type Discount, keyOfUse } from "./find-discount.ts";
import { findHolder, findUse, insertUse, lockKey, setUseState } from "./store.ts";

/** Reserves a code in the order's transaction, if need be from an unpaid earlier order of the same member. */
export async function reserveDiscount(db: Db, { code, buyer }: Discount, paymentId: string): Promise<void> {
  const { memberId } = buyer;
  const use = { paymentId, codeId: code.id, memberId, key: keyOfUse(code, memberId, paymentId) };
  if (!(await takeOver(db, use))) throw failFields({ code: "discount_already_used" });
  await insertUse(db, use);
}

/** Returns false if another payment holds the code by now: the caller must refund this one (D7.6). */
export async function spendDiscount(db: Db, paymentId: string): Promise<boolean> {
  const use = await findUse(db, paymentId);
  if (!use) return true;
  if (!(await takeOver(db, { paymentId, codeId: use.code_id, memberId: use.member_id, key: use.use_key })))
    return false;
  await setUseState(db, paymentId, "spent");
  return true;
}

type Taking = { paymentId: string; codeId: string; memberId: string | null; key: string };

/** Takes a code from an unpaid order of the same member; false if it is another's, or spent. Keeps the code locked. */
async function takeOver(db: Db, { paymentId, codeId, memberId, key }: Taking): Promise<boolean> {
  await lockKey(db, codeId, key);
  const holder = await findHolder(db, codeId, key);
  if (!holder || holder.payment_id === paymentId) return true;
  if (holder.state === "spent" || holder.member_id !== memberId) return false;
  await setUseState(db, holder.payment_id, "freed");
  return true;
}

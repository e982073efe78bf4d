import type { Lockable } from "#server/db/locks.ts";
import { failFields } from "#server/http/fail.ts";
import { type Discount, keyOfUse } from "./find-discount.ts";
import { type DiscountRow, findHolder, findUse, insertUse, isUsedUp, lockUses, setUseState } from "./store.ts";

/** Reserves a code in the order's transaction (D7.6), if need be from an unpaid earlier order of the same member. */
export async function reserveDiscount(trx: Lockable<"discount">, { code, buyer }: Discount, paymentId: string) {
  const { memberId } = buyer;
  const use = { paymentId, codeId: code.id, memberId, key: keyOfUse(code, memberId, paymentId) };
  const db = await takeOver(trx, { ...use, max_uses: code.max_uses });
  if (!db) throw failFields({ code: "discount_already_used" });
  await insertUse(db, use);
}

/** D7.6. False if another payment holds the code by now: the caller must refund this one. */
export async function spendDiscount(db: Lockable<"discount">, paymentId: string): Promise<boolean> {
  const use = await findUse(db, paymentId);
  if (!use) return true;
  const { code_id: codeId, member_id: memberId, use_key: key, max_uses } = use;
  if (!(await takeOver(db, { paymentId, codeId, memberId, key, max_uses }))) return false;
  await setUseState(db, paymentId, "spent");
  return true;
}

type Taking = Pick<DiscountRow, "max_uses"> & {
  paymentId: string;
  codeId: string;
  memberId: string | null;
  key: string;
};

/** Takes a code from an unpaid order of the same member; undefined if it is another's, spent, or used up by others. */
async function takeOver(trx: Lockable<"discount">, { paymentId, codeId, memberId, key, max_uses }: Taking) {
  const db = await lockUses(trx, { codeId, key, max_uses });
  const holder = await findHolder(db, codeId, key);
  if (holder?.payment_id === paymentId) return db;
  if (holder && (holder.state === "spent" || holder.member_id !== memberId)) return undefined;
  if (await isUsedUp(db, { codeId, key, max_uses })) return undefined;
  if (holder) await setUseState(db, holder.payment_id, "freed");
  return db;
}

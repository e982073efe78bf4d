import type { Db } from "#server/db/pool.ts";
import { failFields } from "#server/http/fail.ts";
import { type Discount, keyOfUse } from "./find-discount.ts";
import { insertUse, lockHolder, lockUse, setUseState } from "./store.ts";

/** Reserves a code in the order's transaction (D7.6), if need be from an unpaid earlier order of the same member. */
export async function reserveDiscount(db: Db, { code, buyer }: Discount, paymentId: string): Promise<void> {
  const { memberId } = buyer;
  const use = { paymentId, codeId: code.id, memberId, key: keyOfUse(code, memberId, paymentId) };
  // try again: the payment that held the code may have failed in the meantime
  for (let tries = 0; tries < 2; tries += 1) {
    if (await insertUse(db, use)) return;
    const holder = await lockHolder(db, code.id, use.key);
    if (holder && (holder.state === "spent" || holder.member_id !== memberId)) break;
    if (holder) await setUseState(db, holder.payment_id, "freed");
  }
  throw failFields({ code: "discount_already_used" });
}

/** D7.6. False if another payment holds the code by now: the caller must refund this one. */
export async function spendDiscount(db: Db, paymentId: string): Promise<boolean> {
  const use = await lockUse(db, paymentId);
  if (!use || use.state === "spent") return true;
  if (use.state === "freed") {
    const holder = await lockHolder(db, use.code_id, use.use_key);
    if (holder && (holder.state === "spent" || holder.member_id !== use.member_id)) return false;
    if (holder) await setUseState(db, holder.payment_id, "freed");
  }
  await setUseState(db, paymentId, "spent");
  return true;
}

/** Frees the code of a payment that failed or was cancelled, so that another payment can use it. */
export async function freeDiscount(db: Db, paymentId: string): Promise<void> {
  const use = await lockUse(db, paymentId);
  if (use?.state === "reserved") await setUseState(db, paymentId, "freed");
}

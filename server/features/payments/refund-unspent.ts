import type { Money } from "#contract/withdrawals.ts";
import type { Db } from "#server/db/pool.ts";
import { lockWallet } from "#server/features/credits/index.ts";
import type { RefundingContext } from "#server/hooks.ts";
import { findPaymentById } from "./payments-store.ts";
import { type RefundInput, refundPayment } from "./refund-payment.ts";
import { findUnspent, lockPurchases, sumComing, type Unspent } from "./unspent-store.ts";

/** The sum of each currency. */
function sumUnspent(unspent: readonly Unspent[]): Money[] {
  const sums = new Map<string, number>();
  for (const { amount, currency } of unspent) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums].map(([currency, amount]) => ({ currency, amount }));
}

/** What a member gets back if they leave now. */
export async function showUnspent(db: Db, memberId: string) {
  const unspent = await findUnspent(db, memberId);
  const credits = unspent.reduce((sum, purchase) => sum + purchase.credits, 0);
  return { credits, refunds: sumUnspent(unspent), coming: await sumComing(db, memberId) };
}

/** Refunds each purchase's unspent credits. With all of them locked, of two at once the second finds nothing left. */
export async function refundUnspent(
  { db: account, services, now }: RefundingContext,
  memberId: string,
  reason: Pick<RefundInput, "reason" | "by">,
): Promise<Money[]> {
  const db = await lockPurchases(account, memberId);
  await lockWallet(db, memberId);
  const unspent = await findUnspent(db, memberId);
  for (const { paymentId, amount, credits } of unspent) {
    const payment = await findPaymentById(db, paymentId);
    if (payment) await refundPayment(services, { db, payment }, { amount, credits, ...reason, now });
  }
  return sumUnspent(unspent);
}

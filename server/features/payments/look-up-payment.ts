import { Failure, fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { isUnsettled } from "./rules.ts";
import { settlePayment } from "./settle-payment.ts";
import { findPayment, type PaymentRow } from "./store.ts";

/**
 * One of the caller's payments. If it is unsettled, asks the provider first, because the webhook may be late. If the
 * provider does not answer, returns the stored status. Throws `payment_not_found`.
 */
export async function lookUpPayment(ctx: MemberContext, id: string): Promise<PaymentRow> {
  const { services, db, site, viewer } = ctx;
  const own = { id, memberId: viewer.memberId, siteId: site.id };
  const payment = await findPayment(db, own);
  if (!payment) throw fail("payment_not_found");
  const reference = payment.provider_reference;
  const isOurProviders = payment.provider === services.payments.name;
  if (!isUnsettled(payment.status) || !isOurProviders || !reference) return payment;
  try {
    await settlePayment(ctx, reference);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return payment;
  }
  return (await findPayment(db, own)) ?? payment;
}

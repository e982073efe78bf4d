import { Failure, fail } from "#server/http/fail.ts";
import type { MemberContext } from "#server/http/handle.ts";
import { isUnsettled } from "./rules.ts";
import { settlePayment } from "./settle-payment.ts";
import { claimAsking, findPayment, type PaymentRow } from "./store.ts";

/** The provider is asked about a payment at most once within this time, however often its buyer looks. */
const askedAgainMs = 3_000;

/**
 * One of the caller's payments. If it is unsettled, asks the provider first, because the webhook may be late. If the
 * provider was just asked, or does not answer, returns the stored status.
 */
export async function lookUpPayment(ctx: MemberContext, id: string): Promise<PaymentRow> {
  const { services, db, site, viewer } = ctx;
  const ownPayment = { id, memberId: viewer.memberId, siteId: site.id };
  const payment = await findPayment(db, ownPayment);
  if (!payment) throw fail("payment_not_found");
  const reference = payment.provider_reference;
  const isOurProviders = payment.provider === services.payments.name;
  if (!isUnsettled(payment.status) || !isOurProviders || !reference) return payment;
  // the page asks every few seconds, perhaps in several tabs
  const since = new Date(ctx.now.getTime() - askedAgainMs);
  if (!(await claimAsking(db, id, { since, now: ctx.now }))) return payment;
  try {
    await settlePayment(ctx, reference);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return payment;
  }
  return (await findPayment(db, ownPayment)) ?? payment;
}

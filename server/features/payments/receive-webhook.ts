import type { Config } from "#server/config/config.ts";
import { readId, signId } from "#server/crypto/signed-token.ts";
import { noteDone } from "#server/db/last-done.ts";
import { fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import type { WebhookAnswer } from "#server/ports/payments/port.ts";
import { findPaymentById, findPaymentByReference } from "./payments-store.ts";
import { type AtProvider, settlePayment } from "./settle-payment.ts";

const purpose = { use: "payment-webhook", owner: "" } as const;

/** Our id of a payment, signed: part of the address to which the provider reports it. */
export const signOrder = (config: Pick<Config, "secret">, paymentId: string) => signId(config, purpose, paymentId);

/** The payment's id in a webhook's address; undefined if we did not sign it. */
const readOrder = (config: Pick<Config, "secret">, token: string) => readId(config, purpose, token);

/**
 * Returns the answer that the provider waits for, if a 200 is not enough. Anyone can send a webhook: an unknown
 * reference makes no request, unless we signed its address for a lost one.
 */
export async function receiveWebhook(
  ctx: Context,
  address: { provider?: string | undefined; order?: string | undefined },
): Promise<WebhookAnswer | undefined> {
  const reports = readReports(ctx, address.provider);
  if (reports.length === 0) throw fail("webhook_refused");
  for (const report of reports) {
    if (!(await isExpected(ctx, report, address.order))) continue;
    await settlePayment(ctx, report);
    await noteDone(ctx.db, "webhook", ctx.now);
    const { headers, rawBody } = ctx.request;
    return ctx.services.payments.for(report)?.answerWebhook?.({ headers, rawBody }) ?? undefined;
  }
  throw fail("payment_not_found");
}

/** Whose webhook it is. The address of an older order names no provider: each of them reads it. */
function readReports({ services, request }: Context, name: string | undefined): AtProvider[] {
  const { headers, rawBody } = request;
  const readers = services.payments.all.filter((provider) => name === undefined || provider.name === name);
  return readers.flatMap((provider) => {
    const reference = provider.readWebhook({ headers, rawBody });
    return reference === null ? [] : [{ provider: provider.name, reference }];
  });
}

async function isExpected(
  { db, services }: Context,
  { provider: name, reference }: AtProvider,
  token: string | undefined,
): Promise<boolean> {
  if (await findPaymentByReference(db, name, reference)) return true;
  const id = token === undefined ? undefined : readOrder(services.config, token);
  const order = id === undefined ? undefined : await findPaymentById(db, id);
  return order?.provider === name && order.provider_reference === null;
}

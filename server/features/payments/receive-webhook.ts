import type { Config } from "#server/config/config.ts";
import { readId, signId } from "#server/crypto/signed-token.ts";
import { noteDone } from "#server/db/last-done.ts";
import { fail } from "#server/http/fail.ts";
import type { Context } from "#server/http/handle.ts";
import { findPaymentById, findPaymentByReference } from "./payments-store.ts";
import { settlePayment } from "./settle-payment.ts";

const purpose = { use: "payment-webhook", owner: "" } as const;

/** Our id of a payment, signed: part of the address to which the provider reports it. */
export const signOrder = (config: Pick<Config, "secret">, paymentId: string) => signId(config, purpose, paymentId);

/** The payment's id in a webhook's address; undefined if we did not sign it. */
const readOrder = (config: Pick<Config, "secret">, token: string) => readId(config, purpose, token);

/** Anyone can send one: an unknown reference makes no request, unless we signed its address for a lost one. */
export async function receiveWebhook(ctx: Context, token: string | undefined): Promise<void> {
  const { services, request } = ctx;
  const reference = services.payments.readWebhook({ headers: request.headers, rawBody: request.rawBody });
  if (!reference) throw fail("webhook_refused");
  if (!(await isExpected(ctx, reference, token))) throw fail("payment_not_found");
  await settlePayment(ctx, reference);
  await noteDone(ctx.db, "webhook", ctx.now);
}

async function isExpected({ db, services }: Context, reference: string, token: string | undefined): Promise<boolean> {
  const { name } = services.payments;
  if (await findPaymentByReference(db, name, reference)) return true;
  const id = token === undefined ? undefined : readOrder(services.config, token);
  const order = id === undefined ? undefined : await findPaymentById(db, id);
  return order?.provider === name && order.provider_reference === null;
}

import type { Config } from "#server/config/config.ts";
import { readId, signId } from "#server/crypto/signed-token.ts";

const purpose = { use: "payment-webhook", owner: "" } as const;

/** Our id of a payment, signed: part of the address to which the provider reports it (D7.4). */
export const signOrder = (config: Pick<Config, "secret">, paymentId: string) => signId(config, purpose, paymentId);

/** The payment's id in a webhook's address; undefined if we did not sign it. */
export const readOrder = (config: Pick<Config, "secret">, token: string) => readId(config, purpose, token);

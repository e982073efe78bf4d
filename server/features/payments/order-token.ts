import type { Config } from "#server/config/config.ts";
import { readToken, signToken } from "#server/crypto/signed-token.ts";

const use = { use: "payment-webhook", owner: "" } as const;
const idBytes = 16;

/** Our id of a payment, signed: part of the address to which the provider reports it (D7.4). */
export function signOrder(config: Pick<Config, "secret">, paymentId: string): string {
  return signToken(config, use, Buffer.from(paymentId.replaceAll("-", ""), "hex")).toString("base64url");
}

/** The payment's id in a webhook's address; undefined if we did not sign it. */
export function readOrder(config: Pick<Config, "secret">, token: string): string | undefined {
  const id = readToken(config, use, Buffer.from(token, "base64url"), idBytes)?.toString("hex");
  return id?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

import { createHmac } from "node:crypto";
import { type Config, keyFor } from "#server/config/config.ts";

type Secret = Pick<Config, "secret">;

/** Keyed hashes of a mailbox and of a phone (E.164), each for one site. They say nothing without `SECRET`. */
export const mailboxKey = (config: Secret, siteId: number, mailbox: string): Buffer =>
  contactKey(config, "known-mailbox", siteId, mailbox);

/** Direct debits have the same key, and know their phones by it alone. */
export const phoneKey = (config: Secret, siteId: number, phone: string): Buffer =>
  contactKey(config, "direct-debit-phone", siteId, phone);

function contactKey({ secret }: Secret, use: string, siteId: number, value: string): Buffer {
  return createHmac("sha256", keyFor(secret, use)).update(`${siteId} ${value}`).digest();
}

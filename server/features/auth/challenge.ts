import { createHash } from "node:crypto";
import { passkeyChallengeMs } from "#contract/passkeys.ts";
import type { Config } from "#server/config/config.ts";
import { readToken, signToken } from "#server/crypto/signed-token.ts";
import type { Random } from "#server/lib/random.ts";
import type { Owner } from "./passkey-rules.ts";

/** What a challenge was created for; it is valid for nothing else. The owner's `id` is empty before a login. */
type Purpose = { use: "add" | "log_in"; owner: Owner; siteId: number; partyId: string };

/** A genuine, unexpired challenge for this purpose. `hash` is stored once the challenge is redeemed. */
export type Challenge = { hash: Buffer; expiresAt: Date };

const nonceBytes = 32;
const timeBytes = 8;

const signedFor = ({ use, owner: { kind, id }, siteId, partyId }: Purpose) =>
  ({ use: "passkey-challenge", owner: JSON.stringify([use, kind, id, siteId, partyId]) }) as const;

/** A random challenge, signed with its expiry and purpose, so that the server stores nothing for an unanswered one. */
export function createChallenge(
  { config, random }: { config: Pick<Config, "secret">; random: Random },
  purpose: Purpose,
  now: Date,
): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(timeBytes);
  time.writeBigUInt64BE(BigInt(now.getTime() + passkeyChallengeMs));
  const body = Buffer.concat([Buffer.from(random.token(), "base64url").subarray(0, nonceBytes), time]);
  return new Uint8Array(signToken(config, signedFor(purpose), body));
}

/** Reads a challenge (base64url); undefined if forged, expired or for another purpose. It may be redeemed already. */
export function readChallenge(
  config: Pick<Config, "secret">,
  purpose: Purpose,
  text: string,
  now: Date,
): Challenge | undefined {
  const bytes = Buffer.from(text, "base64url");
  const body = readToken(config, signedFor(purpose), bytes, nonceBytes + timeBytes);
  if (!body) return undefined;
  const expiresAt = new Date(Number(body.readBigUInt64BE(nonceBytes)));
  return expiresAt > now ? { hash: createHash("sha256").update(bytes).digest(), expiresAt } : undefined;
}

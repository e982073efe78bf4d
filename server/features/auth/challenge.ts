import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { passkeyChallengeMs } from "#contract/passkeys.ts";
import { type Config, keyFor } from "#server/config.ts";
import type { Random } from "#server/random.ts";

/** What a challenge was created for; it is valid for nothing else. `ownerId` is empty before a login. */
export type Purpose = {
  use: "add" | "log_in";
  kind: "member" | "staff";
  ownerId: string;
  siteId: number;
  partyId: string;
};

/** A genuine, unexpired challenge for this purpose. `hash` is stored once the challenge is redeemed. */
export type Challenge = { hash: Buffer; expiresAt: Date };

const nonceBytes = 32;
const timeBytes = 8;
const signatureBytes = 32;

function sign({ secret }: Pick<Config, "secret">, purpose: Purpose, signed: Buffer): Buffer {
  const { use, kind, ownerId, siteId, partyId } = purpose;
  return createHmac("sha256", keyFor(secret, "passkey-challenge"))
    .update(signed)
    .update(JSON.stringify([use, kind, ownerId, siteId, partyId]))
    .digest();
}

/** A random challenge, signed with its expiry and purpose, so that the server stores nothing for an unanswered one. */
export function createChallenge(
  { config, random }: { config: Pick<Config, "secret">; random: Random },
  purpose: Purpose,
  now: Date,
): Uint8Array<ArrayBuffer> {
  const time = Buffer.alloc(timeBytes);
  time.writeBigUInt64BE(BigInt(now.getTime() + passkeyChallengeMs));
  const signed = Buffer.concat([Buffer.from(random.token(), "base64url").subarray(0, nonceBytes), time]);
  return new Uint8Array(Buffer.concat([signed, sign(config, purpose, signed)]));
}

/** Reads a returned challenge (base64url); undefined if forged, for another purpose or expired. It may be redeemed. */
export function readChallenge(
  config: Pick<Config, "secret">,
  purpose: Purpose,
  text: string,
  now: Date,
): Challenge | undefined {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length !== nonceBytes + timeBytes + signatureBytes) return undefined;
  const signed = bytes.subarray(0, nonceBytes + timeBytes);
  if (!timingSafeEqual(bytes.subarray(signed.length), sign(config, purpose, signed))) return undefined;
  const expiresAt = new Date(Number(signed.readBigUInt64BE(nonceBytes)));
  return expiresAt > now ? { hash: createHash("sha256").update(bytes).digest(), expiresAt } : undefined;
}

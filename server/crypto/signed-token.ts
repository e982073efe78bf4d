import { createHmac, timingSafeEqual } from "node:crypto";
import { type Config, keyFor } from "#server/config/config.ts";
import { uuidAt, uuidBytes } from "#server/lib/uuid-bytes.ts";

const macBytes = 16;

/** What a token is for: each use has its own key, and a token signed for one `owner` is not valid for another. */
type For = {
  use:
    | "unsubscribe"
    | "passkey-challenge"
    | "mail-feedback"
    | "photo"
    | "statement"
    | "ban-request"
    | "notice"
    | "shared-date"
    | "imported"
    | "partner"
    | "complaint"
    | "payment-webhook"
    | "staff-device"
    | "withdrawal";
  owner: string;
};
type Secret = Pick<Config, "secret">;

function mac(key: Buffer, owner: string, body: Uint8Array): Buffer {
  return createHmac("sha256", key).update(body).update(owner).digest().subarray(0, macBytes);
}

/** HMAC-SHA256, 128 bits; the client can read the body. Bodies of a use have one length: nothing else ends them. */
export function signToken({ secret }: Secret, { use, owner }: For, body: Uint8Array): Buffer {
  return Buffer.concat([body, mac(keyFor(secret, use), owner, body)]);
}

/** The body of a token; undefined if it was not signed for this use and owner, or if its body has another length. */
export function readToken(
  { secret }: Secret,
  { use, owner }: For,
  token: Buffer,
  bodyBytes: number,
): Buffer | undefined {
  if (token.length !== bodyBytes + macBytes) return undefined;
  const body = token.subarray(0, bodyBytes);
  const tokenMac = token.subarray(bodyBytes);
  return timingSafeEqual(tokenMac, mac(keyFor(secret, use), owner, body)) ? body : undefined;
}

/** An id (UUID), signed as text for an address. */
export function signId(config: Secret, purpose: For, id: string): string {
  return signToken(config, purpose, uuidBytes(id)).toString("base64url");
}

/** The id in a text of `signId`; undefined if it was not signed for this use and owner. */
export function readId(config: Secret, purpose: For, text: string): string | undefined {
  const bytes = Buffer.from(text, "base64url");
  const body = bytes.toString("base64url") === text ? readToken(config, purpose, bytes, 16) : undefined;
  return body && uuidAt(body, 0);
}

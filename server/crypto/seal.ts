import { createCipheriv, createDecipheriv, randomFillSync } from "node:crypto";
import { type Config, keyFor } from "#server/config/config.ts";

const drawn = Buffer.alloc(4096);
let used = drawn.length;

/** A few random bytes, for nonces. They are drawn by the thousand, because each draw costs as much as a small query. */
export function nextRandomBytes(count: number): Buffer {
  if (used + count > drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += count;
  // a copy: later draws overwrite the pool
  return Buffer.from(drawn.subarray(used - count, used));
}

const nonceBytes = 12;
const tagBytes = 16;

/** What a seal is for: each use has its own key, and a text sealed for one `owner` can't be read for another. */
type For = { use: "staff-totp" | "search-cursor" | "sms" | "direct-debit" | "webhook"; owner: string };

/** Encrypts what only this installation may read, and protects it from changes (AES-256-GCM). */
export function seal({ secret }: Pick<Config, "secret">, { use, owner }: For, content: Uint8Array): Buffer {
  const nonce = nextRandomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", keyFor(secret, use), nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(content), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Throws if it was sealed for another use or owner, or with another `SECRET`, or if it was altered. */
export function unseal(
  { secret }: Pick<Config, "secret">,
  { use, owner }: For,
  sealed: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const nonce = sealed.subarray(0, nonceBytes);
  const decipher = createDecipheriv("aes-256-gcm", keyFor(secret, use), nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  return new Uint8Array(Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]));
}

import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { type Config, keyFor } from "#server/config.ts";

const nonceBytes = 12;
const tagBytes = 16;
const keyOf = ({ secret }: Pick<Config, "secret">) => keyFor(secret, "staff-totp");

/** Encrypts a secret for the database (AES-256-GCM); it can be read for the same owner only. */
export function seal(config: Pick<Config, "secret">, owner: string, secret: Uint8Array): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv("aes-256-gcm", keyOf(config), nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
}

/** Throws where it was sealed for somebody else, with another `SECRET`, or was altered. */
export function unseal(config: Pick<Config, "secret">, owner: string, sealed: Buffer): Uint8Array<ArrayBuffer> {
  const nonce = sealed.subarray(0, nonceBytes);
  const decipher = createDecipheriv("aes-256-gcm", keyOf(config), nonce, { authTagLength: tagBytes })
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
  return new Uint8Array(Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]));
}

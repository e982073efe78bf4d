declare module "http_ece" {
  import type { ECDH } from "node:crypto";

  /** Decrypts a message that was encrypted for a browser's keys (RFC 8188). */
  export function decrypt(
    sealed: Buffer,
    options: { version: "aes128gcm"; privateKey: ECDH /** Base64url. */; authSecret: string },
  ): Buffer;
}

declare module "http_ece" {
  import type { ECDH } from "node:crypto";

  /** Opens what was sealed for a browser's keys (RFC 8188). */
  export function decrypt(
    sealed: Buffer,
    options: { version: "aes128gcm"; privateKey: ECDH /** Base64url. */; authSecret: string },
  ): Buffer;
}

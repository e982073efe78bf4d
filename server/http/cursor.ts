import type { z } from "zod";

/** Encrypts a cursor, so that clients can neither read nor forge it. `unseal` throws for a forged one. */
type Envelope = { seal(bytes: Uint8Array): Uint8Array; unseal(bytes: Uint8Array): Uint8Array };

const unencrypted: Envelope = { seal: (bytes) => bytes, unseal: (bytes) => bytes };

/**
 * Encodes the end of a page as opaque text, for the call that requests the next page. The values have no names, which
 * keeps the text within the length that the contract allows.
 */
export function encodeCursor(end: readonly unknown[], { seal }: Envelope = unencrypted): string {
  return Buffer.from(seal(Buffer.from(JSON.stringify(end)))).toString("base64url");
}

/** Decodes a cursor; null if the text is not one of ours. */
export function decodeCursor<S extends z.ZodType>(
  schema: S,
  text: string,
  { unseal }: Envelope = unencrypted,
): z.output<S> | null {
  try {
    const json = Buffer.from(unseal(Buffer.from(text, "base64url"))).toString("utf8");
    return schema.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

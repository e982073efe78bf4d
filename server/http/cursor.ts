import { z } from "zod";
import { failFields } from "./fail.ts";

/** Encrypts a cursor, so that clients can neither read nor forge it. `unseal` throws for a forged one. */
type Envelope = { seal(bytes: Uint8Array): Uint8Array; unseal(bytes: Uint8Array): Uint8Array };

const unencrypted: Envelope = { seal: (bytes) => bytes, unseal: (bytes) => bytes };

/** Opaque, for the next page's call. Values have no names, to stay within the length that the contract allows. */
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

/** Reads the cursor of a query, null without one. Throws `invalid` for its field if it is not one of ours. */
export function readCursor<S extends z.ZodType>(
  schema: S,
  text: string | undefined,
  field: "cursor" | "before" = "cursor",
): z.output<S> | null {
  if (text === undefined) return null;
  const end = decodeCursor(schema, text);
  if (end === null) throw failFields({ [field]: "invalid" });
  return end;
}

/** The end of a page in the order of time: the time of its last row, as PostgreSQL writes it, and the row's id. */
export type TimeCursor = { at: string; id: string };
export const timeCursor = z
  .tuple([z.string().refine((at) => !Number.isNaN(Date.parse(at))), z.uuid()])
  .transform(([at, id]): TimeCursor => ({ at, id }));

/** The first `size` of the rows that were read for a page; `last` is the last of them if more rows follow. */
export function pageOf<R>(rows: readonly R[], size: number): { page: R[]; last: R | undefined } {
  const page = rows.slice(0, size);
  return { page, last: rows.length > size ? page.at(-1) : undefined };
}

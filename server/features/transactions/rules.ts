import { z } from "zod";
import { decodeCursor, encodeCursor } from "#server/http/cursor.ts";

const pageSize = 30;

const cursor = z
  .tuple([
    z
      .int()
      .min(1)
      .max(2 ** 31),
  ])
  .transform(([end]) => end);

/**
 * Encodes how many entries are older than a page. The ledger is append-only, so that the number stays right; unlike an
 * entry's id it tells nothing about other members.
 */
export function writeCursor(older: number): string {
  return encodeCursor([older]);
}

/** Decodes a cursor; null if it is not one of ours. */
export function readCursor(text: string): number | null {
  return decodeCursor(cursor, text);
}

/** The page that ends before the entry number `end`, as the oldest first: how many entries to skip and to read. */
export function pageBefore(end: number): { offset: number; limit: number } {
  const offset = Math.max(0, end - pageSize);
  return { offset, limit: end - offset };
}

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
 * Encodes how many entries are older than a page. The number stays correct, because the ledger is append-only. Unlike
 * an entry's id, it does not reveal how many entries other members have.
 */
export function writeCursor(older: number): string {
  return encodeCursor([older]);
}

export function readCursor(text: string): number | null {
  return decodeCursor(cursor, text);
}

/** The page that ends before entry number `end`, counted from the oldest: how many entries to skip and to read. */
export function pageBefore(end: number): { offset: number; limit: number } {
  const offset = Math.max(0, end - pageSize);
  return { offset, limit: end - offset };
}

import { z } from "zod";
import { decodeCursor, encodeCursor } from "#server/http/cursor.ts";

/** The end of a page: the day and the member of its last row. */
export type Cursor = { day: string; id: string };
const cursor = z.tuple([z.iso.date(), z.uuid()]).transform(([day, id]): Cursor => ({ day, id }));

/** Encodes a cursor. It is a position in the order and selects no row by its id, so a forged one reveals no visit. */
export function writeCursor({ day, id }: Cursor): string {
  return encodeCursor([day, id]);
}

export function readCursor(text: string): Cursor | null {
  return decodeCursor(cursor, text);
}

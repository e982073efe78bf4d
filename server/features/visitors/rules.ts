import { visitsKeptDays } from "#contract/constants.ts";

const dayMs = 86_400_000;

/** The day of a moment by the calendar of UTC, as a profile tells when its member was last here. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** Visits of earlier days are forgotten. */
export function firstDayKept(now: Date): string {
  return dayOf(new Date(now.getTime() - visitsKeptDays * dayMs));
}

/** Where a page ended: the day and the member of its last row. */
export type Cursor = { day: string; id: string };

/** A cursor is a place in an order and asks nothing of any row: it tells nobody whether somebody was here. */
export function writeCursor({ day, id }: Cursor): string {
  return Buffer.from(`${day}|${id}`).toString("base64url");
}

const place = /^\d{4}-\d{2}-\d{2}\|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Null where it is none of ours. */
export function readCursor(text: string): Cursor | null {
  const read = Buffer.from(text, "base64url").toString("utf8");
  const [day = "", id = ""] = read.split("|");
  // 2026-02-31 is no day
  const isDay = dayOf(new Date(Date.parse(day) || 0)) === day;
  return place.test(read) && isDay ? { day, id } : null;
}

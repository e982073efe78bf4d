import { visitsKeptDays } from "#contract/constants.ts";

const dayMs = 86_400_000;

/** The UTC day of a moment, the precision in which a profile shows its member's last activity. */
export function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10);
}

/** The first day whose visits are kept; the job deletes those of earlier days. */
export function firstDayKept(now: Date): string {
  return dayOf(new Date(now.getTime() - visitsKeptDays * dayMs));
}

/** The end of a page: the day and the member of its last row. */
export type Cursor = { day: string; id: string };

/** Encodes a cursor. It is a position in an order and not a lookup: a forged one does not reveal a visit. */
export function writeCursor({ day, id }: Cursor): string {
  return Buffer.from(`${day}|${id}`).toString("base64url");
}

const cursorFormat = /^\d{4}-\d{2}-\d{2}\|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Decodes a cursor; null if it is not one of ours. */
export function readCursor(text: string): Cursor | null {
  const read = Buffer.from(text, "base64url").toString("utf8");
  const [day = "", id = ""] = read.split("|");
  // 2026-02-31 is not a day
  const isDay = dayOf(new Date(Date.parse(day) || 0)) === day;
  return cursorFormat.test(read) && isDay ? { day, id } : null;
}

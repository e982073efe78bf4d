import { dayOf } from "#contract/days.ts";
import { failFields } from "#server/http/fail.ts";

const dayMs = 86_400_000;
/** The most days that are summed at once: two years. */
const mostDays = 731;

/** The days of a period, default the present month until today (UTC); fails if they are too many, or in no order. */
export function readPeriod({ from, to }: { from?: string | undefined; to?: string | undefined }, now: Date) {
  const last = to ?? dayOf(now);
  const first = from ?? `${last.slice(0, 7)}-01`;
  const [start, end] = [Date.parse(first), Date.parse(last) + dayMs];
  if (end <= start || end - start > mostDays * dayMs) throw failFields({ from: "invalid" });
  return { first, last, from: new Date(start), until: new Date(end) };
}

/** `decimal`: a number with all its decimals, such as `-9.90`. */
export type CsvCell = string | number | null | { decimal: string };

/**
 * A cell of CSV (RFC 4180). A spreadsheet would run a text that begins like a formula: an apostrophe makes it a text.
 * Numbers are passed as numbers, and keep their minus.
 */
export function csvCell(value: CsvCell): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  if (typeof value === "object") return value.decimal;
  const safe = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** A line of CSV with its end. */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(",")}\r\n`;

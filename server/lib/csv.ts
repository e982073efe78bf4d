/** `decimal`: a number with all its decimals, such as `-9.90`. */
export type CsvCell = string | number | null | { decimal: string };

/** RFC 4180. A spreadsheet would run a text that begins like a formula: an apostrophe prevents it; not for numbers. */
export function csvCell(value: CsvCell): string {
  if (value === null) return "";
  if (typeof value === "number") return String(value);
  if (typeof value === "object") return value.decimal;
  const safe = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(csvCell).join(",")}\r\n`;

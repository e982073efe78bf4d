/** The first and the last UUID that begin as a text does. */
export type UuidRange = { first: string; last: string };

const withHyphens = (digits: string) => digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

/** The UUIDs that a text may begin, if it has their first eight digits at least, with or without hyphens; else null. */
export function uuidRange(text: string): UuidRange | null {
  const digits = text.replaceAll("-", "").toLowerCase();
  if (!/^[0-9a-f]{8,32}$/.test(digits)) return null;
  return { first: withHyphens(digits.padEnd(32, "0")), last: withHyphens(digits.padEnd(32, "f")) };
}

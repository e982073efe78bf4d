const dateParts = ["day", "month", "year"] as const;
export type DatePart = (typeof dateParts)[number];
export type DateParts = Record<DatePart, string>;

/** The parts in a written order such as `year month day`. */
export function partsInOrder(order: string): DatePart[] {
  return dateParts.toSorted((one, other) => order.indexOf(one) - order.indexOf(other));
}

/** Whether no further digit can follow: the part has all its digits, or its only digit can't begin a longer number. */
export function isPartComplete(part: DatePart, typed: string): boolean {
  if (!/^\d+$/.test(typed)) return false;
  if (part === "year") return typed.length === 4;
  return typed.length === 2 || Number(typed) > (part === "day" ? 3 : 1);
}

/** The typed date as `YYYY-MM-DD`; empty if nothing was typed, and an invalid date if the parts make none. */
export function joinDate({ day, month, year }: DateParts): string {
  const typed = [year, month, day].map((part) => part.trim());
  if (typed.every((part) => part === "")) return "";
  const [y = "", m = "", d = ""] = typed;
  return `${y}-${m.padStart(2, "0")}-${d.padStart(2, "0")}`;
}

/** The parts of such a date as they are typed; those of an incomplete one are kept. */
export function splitDate(date: string): DateParts {
  const [, year = "", month = "", day = ""] = /^([^-]*)-([^-]*)-([^-]*)$/.exec(date) ?? [];
  return { year, month: month.replace(/^0+/, ""), day: day.replace(/^0+/, "") };
}

const isoDate = /^(\d{4})-(\d\d)-(\d\d)$/;

/** Whether the text is an existing calendar date, as `YYYY-MM-DD`. */
export function isDate(text: string): boolean {
  const [, year, month, day] = isoDate.exec(text)?.map(Number) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Whole years since a date. The server's own check decides. */
export function yearsSince(date: string, now: Date): number {
  const [year = 0, month = 1, day = 1] = date.split("-").map(Number);
  const isBeforeBirthday = now.getMonth() + 1 < month || (now.getMonth() + 1 === month && now.getDate() < day);
  return now.getFullYear() - year - (isBeforeBirthday ? 1 : 0);
}

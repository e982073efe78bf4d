import { dayOf } from "./days.ts";

/** The month so many months after another one, `YYYY-MM`; before it, if `count` is negative. */
export function addMonths(month: string, count: number): string {
  const date = new Date(`${month}-01`);
  date.setUTCMonth(date.getUTCMonth() + count);
  return dayOf(date).slice(0, 7);
}

/** The months from one to another, both included. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = addMonths(month, 1)) months.push(month);
  return months;
}

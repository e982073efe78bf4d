import { termsVersionFrom } from "./constants.ts";

/**
 * R9.05: the date of the terms and the privacy statement, ISO 8601: a fixed one, or the day the company was added, or
 * the last change of the text by the site (docs/decisions/0075), whichever is the latest.
 */
export function versionDate(companyAdded: string, changed: string | null = null): string {
  const dates = [termsVersionFrom, companyAdded, ...(changed === null ? [] : [changed])];
  return dates.reduce((latest, each) => (Date.parse(each) > Date.parse(latest) ? each : latest));
}

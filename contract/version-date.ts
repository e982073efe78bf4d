import { termsVersionFrom } from "./constants.ts";

/** R9.05, ISO 8601: the latest of a fixed day, the company's, and the site's own change (docs/decisions/0076). */
export function versionDate(companyAdded: string, changed: string | null = null): string {
  const dates = [termsVersionFrom, companyAdded, ...(changed === null ? [] : [changed])];
  return dates.reduce((latest, each) => (Date.parse(each) > Date.parse(latest) ? each : latest));
}

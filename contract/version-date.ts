import { termsVersionFrom } from "./constants.ts";

/** R9.05: the date of the terms and the privacy statement, ISO 8601; the day the company was added if that is later. */
export function versionDate(companyAdded: string): string {
  return Date.parse(companyAdded) > Date.parse(termsVersionFrom) ? companyAdded : termsVersionFrom;
}

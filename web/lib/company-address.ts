import type { CompanyInfo } from "#contract/sites.ts";
import type { Format } from "./format.ts";

/** The company's address in one line, with the country's name in the reader's language. */
export function companyAddress(company: CompanyInfo, format: Pick<Format, "country">): string {
  const { address1, address2, address3, city, country } = company;
  return [address1, address2, address3, city, format.country(country)].filter(Boolean).join(", ");
}

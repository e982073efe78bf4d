import type { CompanyInfo } from "./sites.ts";

/** The company's address in one line, with the country's name in the reader's language. */
export function companyAddress(company: CompanyInfo, format: { country(code: string): string }): string {
  const { address1, address2, address3, city, country } = company;
  return [address1, address2, address3, city, format.country(country)].filter(Boolean).join(", ");
}

/** The support's phone number without spaces: the site's own, or else its company's; "" if neither has one. */
export function supportPhone(settings: { support_phone: string }, company: { support_phone: string }): string {
  return (settings.support_phone || company.support_phone).replace(/[\s-]/g, "");
}

import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { isSepaCountry } from "./iban.ts";

/** The prefix of a country's phone numbers, `+31`; a plus if the country is unknown. */
export function phonePrefix(country: string | null): string {
  return country !== null && isSupportedCountry(country) ? `+${getCountryCallingCode(country)}` : "+";
}

/**
 * A mobile number in E.164 form, even if it was typed without the prefix of the member's country. Undefined if it is
 * not a mobile number, of a country outside SEPA, or of one that is not `served`: those of the site and of the bank
 * account. Messages to other countries can be expensive, and their buyers have no account to debit.
 */
export function readPhone(
  typed: string,
  { country, served }: { country: string | null; served: readonly string[] },
): string | undefined {
  const fallback = country !== null && isSupportedCountry(country) ? country : undefined;
  const phone = parsePhoneNumberFromString(typed, fallback ? { defaultCountry: fallback, extract: false } : undefined);
  if (!phone?.isValid() || !phone.country || !isSepaCountry(phone.country)) return undefined;
  if (!served.includes(phone.country)) return undefined;
  const type = phone.getType();
  return type === "MOBILE" || type === "FIXED_LINE_OR_MOBILE" ? phone.number : undefined;
}

/** `+31 •••• 78` */
export function maskPhone(phone: string): string {
  const prefix = parsePhoneNumberFromString(phone)?.countryCallingCode ?? "";
  return `+${prefix} •••• ${phone.slice(-2)}`;
}

import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/max";
import type { ContactProblem } from "#contract/hidden-contacts.ts";
import { canonicalAddress } from "#server/features/auth/index.ts";

/** The contacts in one line, or why it has none. Numbers are E.164. */
export type ContactLine = { addresses: string[]; phones: string[] } | { problem: ContactProblem };

const addressLike = /[^\s<>()[\],;:"']+@[^\s<>()[\],;:"']+/g;
/** A longer line is no address and no number. */
const longestLine = 1_000;

/** A line as people paste it: one or several contacts, with names, commas or brackets. `country` has local numbers. */
export function readContactLine(line: string, country: string): ContactLine {
  if (line.length > longestLine) return { problem: "no_contact" };
  const typed = line.match(addressLike);
  if (typed) {
    const addresses = typed.flatMap((each) => canonicalAddress(each.replace(/\.+$/, "")) ?? []);
    return addresses.length === typed.length ? { addresses, phones: [] } : { problem: "address_invalid" };
  }
  if (line.includes("@")) return { problem: "address_invalid" };
  const parts = line.split(/[,;]/).filter((part) => /\d/.test(part));
  if (parts.length === 0) return { problem: "no_contact" };
  const defaultCountry: CountryCode | undefined = isSupportedCountry(country) ? country : undefined;
  const phones = parts.flatMap((part) => {
    const phone = parsePhoneNumberFromString(part, defaultCountry);
    return phone?.isValid() ? phone.number : [];
  });
  return phones.length === parts.length ? { addresses: [], phones } : { problem: "phone_invalid" };
}

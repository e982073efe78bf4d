import { createHmac, timingSafeEqual } from "node:crypto";
import { electronicFormatIBAN, isSEPACountry, ValidationErrorsIBAN, validateIBAN } from "ibantools";
import { getCountryCallingCode, isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { dayOf } from "#contract/days.ts";
import { limitDays, newSepaCountries, preNoticeDays, smsCode } from "#contract/direct-debit.ts";
import { dayMs } from "#contract/durations.ts";
import type { FieldCode } from "#contract/errors.ts";
import { type Config, keyFor } from "#server/config/config.ts";
import type { Random } from "#server/lib/random.ts";

/** How many days a date has to move so that it is not on a weekend (UTC). */
function daysToBankDay(date: Date): number {
  const weekday = date.getUTCDay();
  if (weekday === 6) return 2;
  return weekday === 0 ? 1 : 0;
}

/** The collection date, `YYYY-MM-DD`. A date on a weekend moves to Monday, as banks do. */
export function collectionDay(now: Date): string {
  const earliest = new Date(now.getTime() + preNoticeDays * dayMs);
  return dayOf(new Date(earliest.getTime() + daysToBankDay(earliest) * dayMs));
}

/** The unique reference of a mandate, in characters that SEPA allows, and short enough to read on a bank statement. */
export function mandateReference(id: string): string {
  return `RV-${id.slice(-12).toUpperCase()}`;
}

export function limitStart(now: Date): Date {
  return new Date(now.getTime() - limitDays * dayMs);
}

export function makeCode(random: Random): string {
  const bits = Buffer.from(random.token(), "base64url").readUIntBE(0, 6);
  return String(bits % 10 ** smsCode.digits).padStart(smsCode.digits, "0");
}

/** The stored hash of a code. It is keyed, because a plain hash of six digits could be reversed by trying all. */
export function hashCode({ secret }: Pick<Config, "secret">, id: string, code: string): Buffer {
  return createHmac("sha256", keyFor(secret, "sms-code")).update(`${id} ${code}`).digest();
}

/** The keyed hash by which the debits of a normalised IBAN are found: the account number itself is not kept. */
export const ibanKey = (config: Pick<Config, "secret">, siteId: number, iban: string): Buffer =>
  createHmac("sha256", keyFor(config.secret, "direct-debit-iban")).update(`${siteId} ${iban}`).digest();

export function isSameHash(one: Buffer, other: Buffer): boolean {
  return one.length === other.length && timingSafeEqual(one, other);
}

export function normaliseIban(text: string): string {
  return electronicFormatIBAN(text.replace(/\s/g, "")) ?? "";
}

/** A creditor must accept accounts of all these countries (Regulation 260/2012, article 9). */
export function isSepaCountry(country: string): boolean {
  return isSEPACountry(country) || newSepaCountries.some((each) => each === country);
}

/** What is wrong with a normalised IBAN: its country, its length, or its check digits. */
export function ibanProblem(iban: string): FieldCode | undefined {
  const { valid, errorCodes } = validateIBAN(iban);
  if (!isSepaCountry(iban.slice(0, 2))) return /^[A-Z]{2}\d/.test(iban) ? "iban_country" : "iban_invalid";
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANLength)) return "iban_length";
  return valid ? undefined : "iban_invalid";
}

/** `NL•• •••• 1234` */
export function maskIban(iban: string): string {
  return `${iban.slice(0, 2)}•• •••• ${iban.slice(-4)}`;
}

/** The prefix of a country's phone numbers, `+31`; a plus if the country is unknown. */
export function phonePrefix(country: string | null): string {
  return country !== null && isSupportedCountry(country) ? `+${getCountryCallingCode(country)}` : "+";
}

/** Returns E.164. Undefined also for a country not `served`: messages can be dear there, and no account is debited. */
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

/** The numbers, as E.164, that one typed without its country's prefix can mean in these countries. */
export function readNationalPhone(typed: string, countries: readonly string[]): string[] {
  const phones = countries.flatMap((country) => {
    const defaultCountry = isSupportedCountry(country) ? country : undefined;
    const phone = defaultCountry && parsePhoneNumberFromString(typed, { defaultCountry, extract: false });
    return phone?.isValid() ? [phone.number] : [];
  });
  return [...new Set<string>(phones)];
}

/** `E••• S•••` */
export function maskName(name: string): string {
  return name.replaceAll(/(?<=[\p{L}\p{M}])[\p{L}\p{M}]+/gu, "•••");
}

/** `+31 •••• 78` */
export function maskPhone(phone: string): string {
  const prefix = parsePhoneNumberFromString(phone)?.countryCallingCode ?? "";
  return `+${prefix} •••• ${phone.slice(-2)}`;
}

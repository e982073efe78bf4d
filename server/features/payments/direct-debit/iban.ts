import { electronicFormatIBAN, isSEPACountry, ValidationErrorsIBAN, validateIBAN } from "ibantools";
import { newSepaCountries } from "#contract/direct-debit.ts";
import type { FieldCode } from "#contract/errors.ts";

/** The IBAN without blanks and hyphens, in upper case. */
export function normaliseIban(text: string): string {
  return electronicFormatIBAN(text.replace(/\s/g, "")) ?? "";
}

/**
 * Whether a country is in SEPA, so that accounts there can be debited in euros. By EU law a creditor must accept
 * accounts of all these countries (Regulation 260/2012, article 9).
 */
export function isSepaCountry(country: string): boolean {
  return isSEPACountry(country) || newSepaCountries.some((each) => each === country);
}

/** What is wrong with a normalised IBAN: its country, its length, or its check digits (D7.5). */
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

import { electronicFormatIBAN, isSEPACountry, ValidationErrorsIBAN, validateIBAN } from "ibantools";
import { newSepaCountries } from "#contract/direct-debit.ts";

type IbanCheck = { country: string } | { problem: "iban_country" | "iban_length" | "iban_invalid" } | null;

/** Checks an IBAN before the form is sent; null if the field is empty. The server checks it again. */
export function checkIban(typed: string): IbanCheck {
  const iban = electronicFormatIBAN(typed.replace(/\s/g, "")) ?? "";
  if (iban === "") return null;
  const country = iban.slice(0, 2);
  const { valid, errorCodes } = validateIBAN(iban);
  if (!isSEPACountry(country) && !newSepaCountries.some((each) => each === country)) {
    return { problem: /^[A-Z]{2}\d/.test(iban) ? "iban_country" : "iban_invalid" };
  }
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANLength)) return { problem: "iban_length" };
  return valid ? { country } : { problem: "iban_invalid" };
}

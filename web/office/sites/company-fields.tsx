import type { ShownSite } from "#contract/staff-sites.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { Fields as Typed } from "#web/lib/use-form.ts";
import type { FieldOf } from "#web/ui/fields.tsx";
import { itemsOf, textsOf } from "./setting-value.ts";

export const companyFields = [
  "name",
  "address1",
  "address2",
  "address3",
  "city",
  "country",
  "kvk",
  "vat_numbers",
  "tradenames",
  "support_phone",
  "creditor_id",
] as const;
const lists: readonly string[] = ["vat_numbers", "tradenames"];

type Company = ShownSite["company"];
type Field = (typeof companyFields)[number];

const textIn = (typed: Typed, field: Field) => (typed[`company.${field}`] ?? "").trim();

/** A field of a company as a text; a list is written with commas. */
export const companyText = (company: Company, field: Field): string => {
  const value = company[field] ?? "";
  return lists.includes(field) ? textsOf(value).join(", ") : String(value);
};

export function companyValue(typed: Typed, field: Field): string | string[] {
  const text = textIn(typed, field);
  return lists.includes(field) ? itemsOf(text) : text;
}

export const readCompany = (typed: Typed): Record<string, string | string[]> =>
  Object.fromEntries(
    companyFields.filter((field) => textIn(typed, field) !== "").map((field) => [field, companyValue(typed, field)]),
  );

/** The fields of a company, as a list; in the form they are named `company.<field>`. */
export function useCompanyFields(company: Company): FieldOf[] {
  const t = useTexts("staff-sites");
  return companyFields.map((field) => ({
    name: `company.${field}`,
    label: t(`company.${field}`),
    note: lists.includes(field) ? t("commas") : undefined,
    autoComplete: "off",
    defaultValue: companyText(company, field),
  }));
}

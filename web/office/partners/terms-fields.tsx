import type { PartnerTerms } from "#contract/partners.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { Fields as Typed } from "#web/lib/use-form.ts";
import { parseMoney, typedMoney } from "#web/office/money/parse-money.ts";
import type { FieldOf } from "#web/ui/fields.tsx";

/** The minor units of an amount such as `4.50`; nothing typed is 0, and the server refuses what is none. */
export const minorOf = (text = "", currency: string): number =>
  text.trim() === "" ? 0 : (parseMoney(text, currency) ?? -1);

/** Two decimals as hundredths: `12.5` percent are 1250. */
const hundredthsOf = (text = ""): number => minorOf(text, "EUR");

const daysOf = (text = ""): number => (/^\d{1,3}$/.test(text.trim()) ? Number(text.trim()) : -1);

/** The terms of a form, as the calls take them. */
export const termsOf = ({ signup, buyer, share, hold }: Typed, currency: string) => ({
  signup: minorOf(signup, currency),
  buyer: minorOf(buyer, currency),
  share: hundredthsOf(share),
  hold: daysOf(hold),
});

/** The fields of terms; they start with `last`, so that a change of one amount keeps the others. */
export function useTermsFields(last?: { terms: PartnerTerms; currency: string }): FieldOf[] {
  const t = useTexts("partners");
  const money = (minor = 0) => (last ? typedMoney(minor, last.currency) : "0");
  const { signup, buyer, share = 0, hold = 30 } = last?.terms ?? {};
  return [
    { name: "signup", label: t("signup"), inputMode: "decimal", defaultValue: money(signup) },
    { name: "buyer", label: t("buyer"), inputMode: "decimal", defaultValue: money(buyer) },
    {
      name: "share",
      label: t("share"),
      note: t("share_note"),
      inputMode: "decimal",
      defaultValue: String(share / 100),
    },
    { name: "hold", label: t("hold"), inputMode: "numeric", maxLength: 3, defaultValue: String(hold) },
  ];
}

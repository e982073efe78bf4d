import { useTexts } from "#web/lib/texts.tsx";
import { parseMoney } from "#web/office/money/parse-money.ts";
import type { Typed } from "#web/office/staff/staff-form.tsx";
import type { FieldOf } from "#web/ui/fields.tsx";

/** The minor units of an amount such as `4.50`; nothing typed is 0, and the server refuses what is none. */
export const minorOf = (text = "", currency = "EUR"): number =>
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

export function useTermsFields(): FieldOf[] {
  const t = useTexts("partners");
  return [
    { name: "signup", label: t("signup"), inputMode: "decimal", defaultValue: "0" },
    { name: "buyer", label: t("buyer"), inputMode: "decimal", defaultValue: "0" },
    { name: "share", label: t("share"), note: t("share_note"), inputMode: "decimal", defaultValue: "0" },
    { name: "hold", label: t("hold"), inputMode: "numeric", maxLength: 3, defaultValue: "30" },
  ];
}

import { useTexts } from "#web/lib/texts.tsx";

const translatedMethods = ["bancontact", "blik", "card", "eps", "ideal", "paypal", "przelewy24", "sepa"] as const;

/** The name of a payment method; one without a translation keeps the provider's name. */
export function useMethodName(): (method: string) => string {
  const t = useTexts("payments");
  return (method) => {
    const translated = translatedMethods.find((name) => name === method);
    return translated === undefined ? method : t(`methods.${translated}`);
  };
}

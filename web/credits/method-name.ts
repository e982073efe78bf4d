import type { CardWallet } from "#contract/constants.ts";
import { useTexts } from "#web/lib/texts.tsx";

export const namedMethods = ["bancontact", "blik", "card", "eps", "ideal", "paypal", "przelewy24", "sepa"] as const;

/** The name of a payment method; one without a translation keeps the provider's name. */
export function useMethodName(): (method: string) => string {
  const t = useTexts("payments");
  return (method) => {
    const translated = namedMethods.find((name) => name === method);
    return translated === undefined ? method : t(`methods.${translated}`);
  };
}

/** Names of products, the same in each language. */
export const walletNames: Readonly<Record<CardWallet, string>> = { apple_pay: "Apple Pay", google_pay: "Google Pay" };

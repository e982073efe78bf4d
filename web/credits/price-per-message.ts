import type { Bundle } from "#contract/credits.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";

/** Whether the price of a message with a bundle is whole minor units, not rounded up. */
export const isExactPrice = (
  { price, credits, price_per_message }: Pick<Bundle, "price" | "credits" | "price_per_message">,
  perMessage: number,
): boolean => price * perMessage === credits * price_per_message;

/** Formats what a message costs with a bundle: "about €1.00" if it is rounded up. */
export function useFormatPerMessage(): (bundle: Bundle) => string {
  const t = useTexts("credits");
  const format = useFormat();
  const { message_credits: perMessage } = useSettings();
  return (bundle) => {
    const price = format.money(bundle.price_per_message, bundle.currency);
    return isExactPrice(bundle, perMessage) ? price : t("about_price", { price });
  };
}

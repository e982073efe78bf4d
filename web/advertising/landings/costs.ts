import type { Card } from "#contract/profiles.ts";
import { isServed } from "#contract/served.ts";
import { useLikelyPrice } from "#web/credits/price-words.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";

/** The price of the first message and what pays for it, shown before the visitor writes. */
export function useCost(member: Pick<Card, "fictional" | "automatic">): string {
  const t = useTexts("landings");
  const { message_credits: cost, signup_credits: gift } = useSettings();
  const money = useLikelyPrice();
  if (cost === 0 || !isServed(member)) return t("cost_free");
  const credits = { cost: t("credits", { count: cost }), gift: t("credits", { count: gift }) };
  return money === null ? t("cost", credits) : t("cost_money", { ...credits, money });
}

/** The prices of the site, as far as they are known for a visitor. */
export function usePrices(): string {
  const t = useTexts("landings");
  const { message_credits: count } = useSettings();
  const money = useLikelyPrice();
  if (count === 0) return t("prices_free");
  const credits = t("credits", { count });
  return money === null ? t("prices_text", { credits }) : t("prices_money", { credits, money });
}

import { useFormatPriceRange, useMessageCosts } from "#web/credits/price-words.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useBonus } from "#web/member-parts/bonus-state.ts";

/** Explains the price of a message that includes the welcome discount: until when, and what a message costs then. */
export function WelcomePriceNote() {
  const t = useTexts("time-bonus");
  const format = useFormat();
  const formatPrice = useFormatPriceRange();
  const bonus = useBonus();
  const costs = useMessageCosts();
  if (!bonus || !costs?.regular) return null;
  const [percent, time] = [format.percent(bonus.percentage / 100), format.time(bonus.expires)];
  return (
    <span className="block text-xs">{t("price", { percent, time, price: formatPrice(costs.regular, "range") })}</span>
  );
}

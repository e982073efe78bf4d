import { useMember } from "#web/lib/live-state.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useBonus } from "./bonus-state.ts";

/**
 * "From £6.37, for 10 credits.": what it costs, before the tap on the button. It is the price of the member's country,
 * with the welcome discount as long as it lasts. Nothing for visitors, and where no bundle is sold.
 */
export function SmallestBundle({ className = "" }: { className?: string }) {
  const t = useTexts("shell");
  const format = useFormat();
  const { minimum_message_costs: costs } = useSettings();
  const bonus = useBonus();
  const ofCountry = costs[useMember()?.profile.country ?? ""];
  if (ofCountry === undefined) return null;
  const { currency, smallest, welcome } = ofCountry;
  const price = bonus === null ? smallest.price : welcome.smallest_price;
  return (
    <span className={`block text-sm ${className}`}>
      {t("price.smallest", { count: smallest.credits, price: format.money(price, currency) })}
    </span>
  );
}

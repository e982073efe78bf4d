import { useMember } from "#web/lib/live-state.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useBonus } from "./bonus-state.ts";

/**
 * The smallest bundle of the member's country, at its price with the welcome discount as long as it lasts. Null for
 * visitors, and where no bundle is sold.
 */
export function useSmallestBundle(): { count: number; price: string } | null {
  const format = useFormat();
  const { minimum_message_costs: costs } = useSettings();
  const bonus = useBonus();
  const ofCountry = costs[useMember()?.profile.country ?? ""];
  if (ofCountry === undefined) return null;
  const { currency, smallest, welcome } = ofCountry;
  const price = bonus === null ? smallest.price : welcome.smallest_price;
  return { count: smallest.credits, price: format.money(price, currency) };
}

/** "From £6.37, for 10 credits.": what it costs, before the tap on the button. */
export function SmallestBundle({ className = "block" }: { className?: string }) {
  const t = useTexts("shell");
  const smallest = useSmallestBundle();
  if (smallest === null) return null;
  return <span className={`text-sm ${className}`}>{t("price.smallest", smallest)}</span>;
}

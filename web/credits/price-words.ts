import { costOfCredits } from "#contract/cost-of-credits.ts";
import type { Settings } from "#contract/sites.ts";
import type { User } from "#contract/user.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useFormat, useLanguage, useTexts } from "#web/lib/texts.tsx";
import { useBonus } from "#web/member-parts/bonus-state.ts";
import { visitorCountry } from "#web/sites/places/countries.ts";

type Costs = Omit<Settings["minimum_message_costs"][string], "smallest" | "welcome">;

/** What a message costs with the credits of a purchase, rounded up. */
export function ownCosts({ credits, amount, currency }: NonNullable<User["last_purchase"]>, perMessage: number): Costs {
  const paid = { credits, price: amount };
  const cost = costOfCredits(paid, perMessage);
  return { costs: cost, most: cost, cheapest: paid, dearest: paid, currency };
}

/**
 * What the member paid for; without a purchase the range of the bundles, and `regular` after the welcome discount.
 * Undefined for visitors and without bundles.
 */
export function useMessageCosts(): (Costs & { regular?: Costs }) | undefined {
  const { minimum_message_costs: ofCountries, message_credits: perMessage } = useSettings();
  const user = useMember();
  const costs = ofCountries[user?.profile.country ?? ""];
  const bonus = useBonus();
  if (user?.last_purchase) return ownCosts(user.last_purchase, perMessage);
  return bonus !== null && costs ? { ...costs, ...costs.welcome, regular: costs } : costs;
}

/** What so many credits cost at these prices: of the exact ones, not of a message's that were rounded up already. */
export const costsOf = ({ cheapest, dearest, currency }: Costs, count: number) => ({
  costs: costOfCredits(cheapest, count),
  most: costOfCredits(dearest, count),
  currency,
});

/** Formats from the lowest to the highest price. `range` leaves out why it depends, to save room. */
export function useFormatPriceRange(): (
  costs: Pick<Costs, "costs" | "most" | "currency">,
  way?: "by_bundle" | "range",
) => string {
  const t = useTexts("shell");
  const format = useFormat();
  return ({ costs, most, currency }, way = "by_bundle") => {
    const [from, to] = [format.money(costs, currency), format.money(most, currency)];
    return from === to ? from : t(`price.${way}`, { from, to });
  };
}

/** The same for the country in which the visitor probably lives; null if no bundle is sold there. */
export function useLikelyPrice(): string | null {
  const settings = useSettings();
  const formatPriceRange = useFormatPriceRange();
  const costs = settings.minimum_message_costs[visitorCountry(settings, useLanguage())];
  return costs === undefined ? null : formatPriceRange(costs);
}

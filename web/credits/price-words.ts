import type { Settings } from "#contract/sites.ts";
import { useLive } from "#web/lib/live-state.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useFormat, useLanguage, useTexts } from "#web/lib/texts.tsx";
import { visitorCountry } from "#web/sites/places/countries.ts";

type Costs = Omit<Settings["minimum_message_costs"][string], "welcome">;

/**
 * What a message costs the member now, in their country: with the welcome discount while it lasts (R4.14), after which
 * it costs `regular`. Undefined for a visitor, and in a country without bundles.
 */
export function useMessageCosts(): (Costs & { regular?: Costs }) | undefined {
  const live = useLive();
  const costs = useSettings().minimum_message_costs[live?.user.profile.country ?? ""];
  return live?.bonus && costs ? { ...costs, ...costs.welcome, regular: costs } : costs;
}

/**
 * What a message costs in money, from the bundle with the lowest price per message to the one with the highest (D7.2).
 * The text says that messages cost most in the smallest bundle; `range` omits this, to save room.
 */
export function useFormatPriceRange(): (costs: Costs, way?: "by_bundle" | "range") => string {
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

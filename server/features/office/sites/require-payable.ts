import { failFields } from "#server/http/fail.ts";
import type { StaffContext } from "#server/http/handle.ts";

type Sold = { country: string | null; currency: string };

/**
 * Fails if the provider has no payment method for bundles: no buyer there could pay. `fieldOf` names the form's field.
 */
export function requirePayable(
  { services }: Pick<StaffContext, "services">,
  markets: readonly Sold[],
  fieldOf: (market: Sold) => string,
): void {
  for (const market of markets) {
    const { country, currency } = market;
    if (services.payments.methods({ country: country ?? "", currency }).length > 0) continue;
    throw failFields({ [fieldOf(market)]: "no_payment_method" });
  }
}

import type { FieldCode } from "#contract/errors.ts";
import type { StaffContext } from "#server/http/handle.ts";

type Sold = { country: string | null; currency: string };

/**
 * What is wrong with bundles for which the provider has no payment method: no buyer there could pay. `fieldOf` names
 * the form's field.
 */
export function findUnpayable(
  { services }: Pick<StaffContext, "services">,
  markets: readonly Sold[],
  fieldOf: (market: Sold) => string,
): Record<string, FieldCode> {
  const unpayable = markets.filter(({ country, currency }) => {
    return services.payments.methods({ country: country ?? "", currency }).length === 0;
  });
  return Object.fromEntries(unpayable.map((market) => [fieldOf(market), "no_payment_method"]));
}

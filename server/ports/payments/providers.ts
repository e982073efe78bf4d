import { leadsFrom, type PaymentRoute, readRoute, throughRoute } from "#server/payment-routes.ts";
import type { BuyerMarket, PaymentProvider } from "./port.ts";

/** A buyer's market, and the site's setting `payment_providers`. Empty: all providers, in their own order. */
export type SiteMarket = BuyerMarket & { routes: readonly string[] };

/** A market, and the method that the buyer has chosen; null if they choose it at the provider. */
export type NewPurchase = SiteMarket & { method: string | null };

/** The providers that are set up. A caller names its payment or purchase, so that none is asked about another's. */
export type PaymentProviders = {
  /** The first comes first for new orders. For jobs that ask each provider about its own payments. */
  readonly all: readonly [PaymentProvider, ...PaymentProvider[]];
  /** The provider that a payment or stored method was made at; undefined if it is no longer set up. */
  for(row: { provider: string }): PaymentProvider | undefined;
  /**
   * The provider of a new order: the first of the site's routes that offers its method, or any method. One that is down
   * (`listDown`) is passed over, if another offers it. Undefined if none does.
   */
  route(purchase: NewPurchase, down: ReadonlySet<string>): PaymentProvider | undefined;
  /** What any of them offers, in the order of the first that offers it. */
  methods(market: SiteMarket): readonly string[];
};

type Route = Omit<PaymentRoute, "provider"> & { provider: string };

export function createProviders(...all: PaymentProviders["all"]): PaymentProviders {
  const byName = new Map(all.map((provider) => [provider.name, provider]));
  if (byName.size !== all.length) throw new Error("two payment providers have the same name");

  /** The providers of a market with what the site orders there, in the site's order. */
  function listOffers({ routes, ...market }: SiteMarket) {
    const used: readonly Route[] =
      routes.length > 0
        ? routes.flatMap((text) => readRoute(text) ?? [])
        : all.map(({ name: provider }) => ({ provider }));
    return used.flatMap((route) => {
      const provider = byName.get(route.provider);
      if (!provider || !leadsFrom(route, market)) return [];
      const methods = throughRoute(route, provider.methods(market));
      // a buyer who chooses at the provider could choose what the route does not list
      return [{ provider, methods, isOpen: route.methods === undefined && methods.length > 0 }];
    });
  }

  return {
    all,
    for: ({ provider }) => byName.get(provider),
    route({ method, ...market }, down) {
      const offers = listOffers(market).filter(({ methods, isOpen }) =>
        method === null ? isOpen : methods.includes(method),
      );
      return (offers.find(({ provider }) => !down.has(provider.name)) ?? offers[0])?.provider;
    },
    methods: (market) => [...new Set(listOffers(market).flatMap(({ methods }) => methods))],
  };
}

/** Runs `task` for each provider, also if it fails for another, and throws then. */
export async function forEachProvider(
  { all }: Pick<PaymentProviders, "all">,
  task: (provider: PaymentProvider) => Promise<void>,
): Promise<void> {
  const failures: unknown[] = [];
  for (const provider of all) {
    try {
      await task(provider);
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures.length === 1 ? failures[0] : new AggregateError(failures);
}

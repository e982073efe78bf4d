import type { BuyerMarket, PaymentProvider } from "./port.ts";

/** A market, and the method that the buyer has chosen; null if they choose it at the provider. */
export type NewPurchase = BuyerMarket & { method: string | null };

/** The providers that are set up. A caller names its payment or purchase, so that none is asked about another's. */
export type PaymentProviders = {
  /** The first comes first for new orders. For jobs that ask each provider about its own payments. */
  readonly all: readonly [PaymentProvider, ...PaymentProvider[]];
  /** The provider that a payment or stored method was made at; undefined if it is no longer set up. */
  for(row: { provider: string }): PaymentProvider | undefined;
  /** The provider of a new order: the first that offers its method, or any method. Undefined if none does. */
  route(purchase: NewPurchase): PaymentProvider | undefined;
  /** What any of them offers, in the order of the first that offers it. */
  methods(market: BuyerMarket): readonly string[];
};

export function createProviders(...all: PaymentProviders["all"]): PaymentProviders {
  const byName = new Map(all.map((provider) => [provider.name, provider]));
  if (byName.size !== all.length) throw new Error("two payment providers have the same name");
  return {
    all,
    for: ({ provider }) => byName.get(provider),
    route: ({ method, ...market }) =>
      all.find((provider) => {
        const methods = provider.methods(market);
        return method === null ? methods.length > 0 : methods.includes(method);
      }),
    methods: (market) => [...new Set(all.flatMap((provider) => provider.methods(market)))],
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

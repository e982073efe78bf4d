import type { PaymentProvider } from "./port.ts";

/** A provider that offers no direct debit: without a gateway for text messages no code could confirm one (D7.5). */
export function withoutDirectDebit(provider: PaymentProvider): PaymentProvider {
  return { ...provider, methods: (market) => provider.methods(market).filter((method) => method !== "sepa") };
}

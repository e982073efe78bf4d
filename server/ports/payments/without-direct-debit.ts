import type { PaymentProvider } from "./port.ts";

/**
 * The provider without direct debit, for installations without an SMS gateway: no code could confirm a debit (D7.5).
 */
export function withoutDirectDebit(provider: PaymentProvider): PaymentProvider {
  return { ...provider, methods: (market) => provider.methods(market).filter((method) => method !== "sepa") };
}

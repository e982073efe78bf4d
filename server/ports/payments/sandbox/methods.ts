import { methodsOf } from "#server/ports/payments/markets.ts";
import type { SandboxPayment } from "./store.ts";

/** The methods of a payment's checkout; a direct debit is ordered with a mandate, never chosen there (D7.5). */
export function checkoutMethods(payment: SandboxPayment): readonly string[] {
  return methodsOf(payment).filter((method) => method !== "sepa" || payment.method === "sepa");
}

import { toMinor } from "#server/ports/payments/currency.ts";
import { canStoreMethod, cardLabel } from "#server/ports/payments/methods.ts";
import type { ProviderPayment, ProviderRefund } from "#server/ports/payments/port.ts";
import { ownMethod } from "./names.ts";
import type { MollieMandate, MolliePayment, MollieRefund } from "./resources.ts";

const statuses: Record<MolliePayment["status"], ProviderPayment["status"]> = {
  open: "open",
  pending: "pending",
  // reserved, not paid yet
  authorized: "pending",
  paid: "completed",
  canceled: "cancelled",
  expired: "expired",
  failed: "failed",
};

const refundStatuses: Record<MollieRefund["status"], ProviderRefund["status"]> = {
  queued: "pending",
  pending: "pending",
  processing: "pending",
  refunded: "completed",
  failed: "failed",
  canceled: "failed",
};

export function toProviderRefund({ id, metadata, amount, status }: MollieRefund): ProviderRefund {
  return {
    reference: id,
    refundId: metadata?.refundId ?? null,
    amount: toMinor(amount.value, amount.currency),
    status: refundStatuses[status],
  };
}

/** A mandate as a stored method; null if it can't be used, or is of a method that can't be stored. */
export function toStoredMethod(mandate: MollieMandate): ProviderPayment["stored"] {
  const { id: reference, status, details } = mandate;
  const method = ownMethod(mandate.method);
  if (method === null || !canStoreMethod(method) || status === "invalid") return null;
  const card = cardLabel(String(details?.cardNumber ?? "").slice(-4));
  return { reference, method, label: method === "card" ? card : (details?.consumerAccount ?? "") };
}

/** The country of a card, or of an IBAN; PayPal names an email address instead. */
function countryOf({ details }: MolliePayment): string | null {
  const country = details?.cardCountryCode ?? /^[A-Z]{2}(?=\d\d[A-Z\d]+$)/.exec(details?.consumerAccount ?? "")?.[0];
  return country !== undefined && /^[A-Z]{2}$/.test(country) ? country : null;
}

/** Mollie's answer in the port's terms; null if the payment is not an order of ours. */
export function toProviderPayment(
  payment: MolliePayment,
  storedMethod: ProviderPayment["stored"],
): ProviderPayment | null {
  const { metadata, amount, status, method, _embedded: embedded } = payment;
  if (!metadata) return null;
  return {
    paymentId: metadata.paymentId,
    status: statuses[status],
    amount: toMinor(amount.value, amount.currency),
    currency: amount.currency,
    method: ownMethod(method),
    country: countryOf(payment),
    refunds: (embedded?.refunds ?? []).map(toProviderRefund),
    chargebacks: (embedded?.chargebacks ?? []).map((chargeback) => ({
      reference: chargeback.id,
      amount: toMinor(chargeback.amount.value, chargeback.amount.currency),
      reversed: (chargeback.reversedAt ?? null) !== null,
    })),
    stored: storedMethod,
  };
}

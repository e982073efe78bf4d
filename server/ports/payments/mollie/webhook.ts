import type { WebhookRequest } from "#server/ports/payments/port.ts";

/**
 * The reference in a webhook of Mollie, a form with `id=tr_…`. Mollie does not sign its webhooks, so anyone can send
 * one: it only makes the caller query Mollie (D7.4).
 */
export function readMollieWebhook({ rawBody }: WebhookRequest): string | null {
  const id = new URLSearchParams(rawBody).get("id") ?? "";
  return /^tr_[A-Za-z0-9]{4,64}$/.test(id) ? id : null;
}

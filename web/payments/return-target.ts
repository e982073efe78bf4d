import type { Bundle } from "#contract/credits.ts";
import type { Payment } from "#contract/payments.ts";
import { creditsPath, orderPath } from "#web/credits/return-to.ts";
import { toLocalPath } from "#web/lib/local-path.ts";

/** The page that the buyer returns to: exactly where they were, unless that was the shop. */
export function findReturnTarget({ return_to }: Pick<Payment, "return_to">): { to: string; chat: boolean } {
  const to = toLocalPath(return_to);
  if (to.startsWith("/credits")) return { to: "/members", chat: false };
  return { to, chat: /^\/chats\/.|^\/members\/[^/]+\/chat/.test(to) };
}

/** Adds its return path and code; leads to all bundles if this one is no longer offered at its list price. */
export function composeRetryPath(payment: Payment, bundles: readonly Bundle[]): string {
  const { to } = findReturnTarget(payment);
  const code = payment.code ?? undefined;
  const sameBundle = bundles.find(
    ({ id, list_price }) => id === payment.bundle_id && list_price === payment.list_price,
  );
  return sameBundle === undefined ? creditsPath(to, code) : orderPath(sameBundle.id, to, code);
}

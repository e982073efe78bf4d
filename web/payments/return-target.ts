import type { Bundle } from "#contract/credits.ts";
import type { Payment } from "#contract/payments.ts";
import { creditsPath, leadsToGift, orderPath } from "#web/credits/return-to.ts";
import { toLocalPath } from "#web/lib/local-path.ts";

type ReturnTarget = { to: string; words: "back" | "back_to_chat" | "back_to_gift" };

/** The page that the buyer returns to, and the text that leads there: exactly where they were, unless in the shop. */
export function findReturnTarget({ return_to }: Pick<Payment, "return_to">): ReturnTarget {
  const to = toLocalPath(return_to);
  if (to.startsWith("/credits")) return { to: "/members", words: "back" };
  if (leadsToGift(to)) return { to, words: "back_to_gift" };
  return { to, words: /^\/chats\/.|^\/members\/[^/]+\/chat/.test(to) ? "back_to_chat" : "back" };
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

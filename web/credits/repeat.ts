import type { Bundle } from "#contract/credits.ts";
import { getStoredMethods, type Payment, type StoredMethod } from "#contract/payments.ts";
import type { Page } from "#web/lib/page.ts";
import type { Offer } from "./load-offer.ts";

/** `paid`: the last order's total, if it was lower by a discount that this one does not have. */
type Repeat = { bundle: Bundle; storedMethod: StoredMethod; paid: number | null };

type PastOrders = {
  payments: readonly Pick<Payment, "status" | "bundle_id" | "amount" | "list_price">[];
  storedMethods: readonly StoredMethod[];
};

/** The last purchase, and the stored method used last; null if either no longer exists. */
export function findRepeat({ bundles, methods }: Pick<Offer, "bundles" | "methods">, past: PastOrders): Repeat | null {
  const last = past.payments.find(({ status }) => status === "completed");
  const bundle = bundles.find(({ id }) => id === last?.bundle_id);
  const lastMethod = past.storedMethods.find(({ method }) => methods.includes(method));
  if (last === undefined || bundle === undefined || lastMethod === undefined) return null;
  const wasLower = last.amount < last.list_price && last.amount < bundle.price;
  return { bundle, storedMethod: lastMethod, paid: wasLower ? last.amount : null };
}

/** The same for the buyer who requests the page, with their payments, the newest first. */
export async function loadRepeat(page: Page, offer: Offer, payments: readonly Payment[]): Promise<Repeat | null> {
  const { methods: storedMethods } = await page.load(getStoredMethods);
  return findRepeat(offer, { payments, storedMethods });
}

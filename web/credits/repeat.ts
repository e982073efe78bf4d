import type { Bundle } from "#contract/credits.ts";
import { getStoredMethods, type Payment, type StoredMethod } from "#contract/payments.ts";
import type { Page } from "#web/lib/page.ts";
import type { Offer } from "./load-offer.ts";

type Repeat = { bundle: Bundle; storedMethod: StoredMethod };

type PastOrders = {
  payments: readonly Pick<Payment, "status" | "bundle_id">[];
  storedMethods: readonly StoredMethod[];
};

/** The last purchase, and the stored method used last; null if either no longer exists. */
export function findRepeat({ bundles, methods }: Pick<Offer, "bundles" | "methods">, past: PastOrders): Repeat | null {
  const last = past.payments.find(({ status }) => status === "completed");
  const bundle = bundles.find(({ id }) => id === last?.bundle_id);
  const lastMethod = past.storedMethods.find(({ method }) => methods.includes(method));
  return bundle && lastMethod ? { bundle, storedMethod: lastMethod } : null;
}

/** The same for the buyer who requests the page, with their payments, the newest first. */
export async function loadRepeat(page: Page, offer: Offer, payments: readonly Payment[]): Promise<Repeat | null> {
  const { methods: storedMethods } = await page.load(getStoredMethods);
  return findRepeat(offer, { payments, storedMethods });
}

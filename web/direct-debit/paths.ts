import { directDebitPath, orderPath, returnToOf } from "#web/credits/return-to.ts";

/** What the address says: the bundle, the buyer's discount code, and where they go on afterwards. */
export type Order = { bundleId: string; code: string | undefined; returnTo: string | undefined };

/** The order in an address; undefined if it names no bundle. */
export function orderIn(url: string): Order | undefined {
  const query = new URL(url).searchParams;
  const bundleId = query.get("bundle") ?? "";
  if (bundleId === "") return undefined;
  return { bundleId, code: query.get("code")?.trim() || undefined, returnTo: returnToOf(url) };
}

/** The first step. */
export const formPath = ({ bundleId, code, returnTo }: Order) => directDebitPath(bundleId, returnTo, code);

/** The second step: the address holds the direct debit, so that the page survives a look at the SMS. */
export const codePath = (order: Order, id: string) => `${formPath(order)}&id=${encodeURIComponent(id)}`;

/** The order, to choose another method. */
export const otherPath = ({ bundleId, code, returnTo }: Order) => orderPath(bundleId, returnTo, code);

import { directDebitPath, orderPath, readReturnTo } from "#web/credits/return-to.ts";

/** The order in the address: the bundle, the buyer's discount code, and the path to return to. */
export type Order = { bundleId: string; code: string | undefined; returnTo: string | undefined };

/** The order in an address; undefined if it names no bundle. */
export function readOrder(url: string): Order | undefined {
  const query = new URL(url).searchParams;
  const bundleId = query.get("bundle") ?? "";
  if (bundleId === "") return undefined;
  return { bundleId, code: query.get("code")?.trim() || undefined, returnTo: readReturnTo(url) };
}

/** The address of the first step. */
export const formPath = ({ bundleId, code, returnTo }: Order) => directDebitPath(bundleId, returnTo, code);

/** The address of the second step. It names the direct debit, so that the buyer can leave the page to read the SMS. */
export const codePath = (order: Order, id: string) => `${formPath(order)}&id=${encodeURIComponent(id)}`;

/** The address of the order page, to choose another method. */
export const orderPagePath = ({ bundleId, code, returnTo }: Order) => orderPath(bundleId, returnTo, code);

import type { Bundle } from "#contract/credits.ts";

type Props = { bundle: Bundle; code?: string | undefined; orderKey: string };

/**
 * The hidden fields of an order that is posted without scripts: the bundle, the price that the buyer saw, and the
 * order's key.
 */
export function OrderFields({ bundle, code, orderKey }: Props) {
  return (
    <>
      <input type="hidden" name="bundle_id" value={bundle.id} />
      <input type="hidden" name="amount" value={bundle.price} />
      <input type="hidden" name="key" value={orderKey} />
      {code === undefined ? null : <input type="hidden" name="code" value={code} />}
    </>
  );
}

import type { Bundle } from "#contract/credits.ts";

type Props = { bundle: Bundle; code?: string | undefined; orderKey: string };

/** What an order posts without scripts beside the method: the bundle, its price as shown, and the order's own key. */
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

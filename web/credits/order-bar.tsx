import type { Bundle } from "#contract/credits.ts";
import { OrderButton } from "./order-button.tsx";
import { OrderTotal } from "./order-summary.tsx";

type Props = { bundle: Bundle; pending: boolean; directDebit?: boolean };

/** The total right above the button that orders it (D7.7); on a phone both stay in view. */
export function OrderBar({ bundle, ...button }: Props) {
  return (
    <div className="order-bar">
      <OrderTotal bundle={bundle} />
      <OrderButton {...button} />
    </div>
  );
}

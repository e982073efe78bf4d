import { useEffect } from "react";
import type { Bundle } from "#contract/credits.ts";
import { navigateTo } from "#web/lib/navigate-to.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Button, buttonClass } from "#web/ui/button.tsx";
import { Screen } from "#web/ui/screen.tsx";
import { OrderTotal } from "./order-summary.tsx";
import { Price } from "./price.tsx";

type Props = { bundle: Bundle; pending: boolean; directDebit?: boolean };

/** Goods and total right above the button that orders it; on a phone both stay in view. */
export function OrderBar({ bundle, ...button }: Props) {
  return (
    <div className="order-bar">
      <OrderTotal credits={bundle.credits} className="order-total">
        <Price bundle={bundle} className="text-2xl" />
      </OrderTotal>
      <OrderButton {...button} />
    </div>
  );
}

type OrderButtonProps = { pending: boolean; directDebit?: boolean };

/** The button has the words that the law requires (D7.7). For a direct debit it leads to the mandate. */
function OrderButton({ pending, directDebit = false }: OrderButtonProps) {
  const t = useTexts("credits");
  // letters small enough to keep the words in one line of a phone
  return (
    <Button type="submit" wide pending={pending} className="min-h-13">
      {t(directDebit ? "order.direct_debit" : "order.button")}
    </Button>
  );
}

type OrderFieldsProps = { bundle: Bundle; code?: string | undefined; orderKey: string };

/** An order posted without scripts has these: the bundle, the price that the buyer saw, and the order's key. */
export function OrderFields({ bundle, code, orderKey }: OrderFieldsProps) {
  return (
    <>
      <input type="hidden" name="bundle_id" value={bundle.id} />
      <input type="hidden" name="amount" value={bundle.price} />
      <input type="hidden" name="key" value={orderKey} />
      {code === undefined ? null : <input type="hidden" name="code" value={code} />}
    </>
  );
}

/** Shown after an order that was posted without scripts: opens the payment automatically, and has a button for it. */
export function ToCheckout({ checkout }: { checkout: string }) {
  const t = useTexts("credits");
  useEffect(() => navigateTo(checkout, "replace"), [checkout]);
  return (
    <Screen title={t("order.title")} narrow>
      <meta httpEquiv="refresh" content={`0;url=${checkout}`} />
      <p className="mb-5">{t("order.placed")}</p>
      <a href={checkout} className={buttonClass({ size: "large", wide: true })}>
        {t("order.to_payment")}
      </a>
    </Screen>
  );
}

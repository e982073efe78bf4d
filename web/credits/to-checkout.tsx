import { useEffect } from "react";
import { navigateTo } from "#web/lib/navigate-to.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { buttonClass } from "#web/ui/button.tsx";
import { Screen } from "#web/ui/screen.tsx";

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

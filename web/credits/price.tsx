import type { Bundle } from "#contract/credits.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";

/** Shows a discount beside the list price struck through; screen readers hear "instead of" before it. */
export function Price({ bundle, className = "" }: { bundle: Bundle; className?: string }) {
  const format = useFormat();
  return (
    <>
      <strong className={`leading-tight ${className}`}>{format.money(bundle.price, bundle.currency)}</strong>
      <PriceBefore bundle={bundle} />
    </>
  );
}

/** The list price, struck through, after a price with a discount; nothing without one. */
export function PriceBefore({ bundle: { price, list_price, currency } }: { bundle: Bundle }) {
  const t = useTexts("credits");
  const format = useFormat();
  if (price === list_price) return null;
  const listPrice = format.money(list_price, currency);
  return (
    <>
      {" "}
      <span className="sr-only">{t("instead_of", { price: listPrice })}</span>
      <s aria-hidden="true" className="whitespace-nowrap text-muted text-sm">
        {listPrice}
      </s>
    </>
  );
}

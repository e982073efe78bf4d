import type { Bundle } from "#contract/credits.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";

/** Shows a discount beside the list price struck through; screen readers hear "instead of" before it. */
export function Price({ bundle, className = "" }: { bundle: Bundle; className?: string }) {
  const t = useTexts("credits");
  const format = useFormat();
  const { price, list_price, currency } = bundle;
  const listPrice = format.money(list_price, currency);
  return (
    <>
      <strong className={`leading-tight ${className}`}>{format.money(price, currency)}</strong>
      {price === list_price ? null : (
        <>
          {" "}
          <span className="sr-only">{t("instead_of", { price: listPrice })}</span>
          <s aria-hidden="true" className="whitespace-nowrap text-muted text-sm">
            {listPrice}
          </s>
        </>
      )}
    </>
  );
}

import type { Bundle } from "#contract/credits.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";

/** What is paid, and the price before the discount struck through, which is read out as "instead of" (D7.2). */
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

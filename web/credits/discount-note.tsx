import { Gift } from "lucide-react";
import { useTexts } from "#web/lib/texts.tsx";
import { useDescribeDiscount } from "./discount-words.ts";
import type { OfferDiscount } from "./load-offer.ts";

/** Names the discount that the prices include and when it ends, by the server's clock (D7.2). */
export function DiscountNote({ discount }: { discount: OfferDiscount | null }) {
  const t = useTexts("credits");
  const describeDiscount = useDescribeDiscount();
  if (discount === null) return <div role="status" />;
  const { name, worth, until } = describeDiscount(discount);
  return (
    <div role="status">
      <p className="mb-4 inline-flex items-start gap-2.5 rounded-md bg-good-tint px-3.5 py-2.5 text-secondary-ink">
        <Gift aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span>
          <span className="font-semibold">{t("discount.included", { name, worth })}</span> {until}
        </span>
      </p>
    </div>
  );
}

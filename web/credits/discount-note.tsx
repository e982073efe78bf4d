import { Gift } from "lucide-react";
import { welcomeCode } from "#contract/discounts.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import type { OfferDiscount } from "./load-offer.ts";

/** Names the discount that the prices include and when it ends, by the server's clock. */
export function DiscountNote({ discount }: { discount: OfferDiscount | null }) {
  const t = useTexts("credits");
  const describeDiscount = useDescribeDiscount();
  if (discount === null) return <div role="status" />;
  const { name, worth, until, isWelcome } = describeDiscount(discount);
  return (
    <div role="status">
      <p className="mb-4 inline-flex items-start gap-2.5 rounded-md bg-good-tint px-3.5 py-2.5 text-secondary-ink">
        <Gift aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span>
          <span className="font-semibold">
            {isWelcome ? t("discount.first_purchase", { worth }) : t("discount.included", { name, worth })}
          </span>{" "}
          {until}
        </span>
      </p>
    </div>
  );
}

export function useDescribeDiscount(): (discount: OfferDiscount) => {
  name: string;
  worth: string;
  until: string | null;
  /** It ends with the first purchase. */
  isWelcome: boolean;
} {
  const t = useTexts("credits");
  const format = useFormat();
  return ({ discountcode, now }) => {
    const { code, percentage, value, currency, expires } = discountcode;
    const worth = percentage === null ? format.money(value ?? 0, currency ?? "EUR") : format.percent(percentage / 100);
    const isToday = expires !== null && format.date(expires) === format.date(now);
    const isWelcome = code === welcomeCode;
    return {
      isWelcome,
      name: isWelcome ? t("discount.welcome") : t("discount.code", { code }),
      worth,
      until:
        expires === null
          ? null
          : t(isToday ? "discount.until_today" : "discount.until", {
              time: format.deadline(expires),
              date: format.date(expires),
            }),
    };
  };
}

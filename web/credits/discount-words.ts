import { welcomeCode } from "#contract/discounts.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
import type { OfferDiscount } from "./load-offer.ts";

export function useDescribeDiscount(): (discount: OfferDiscount) => {
  name: string;
  worth: string;
  until: string | null;
} {
  const t = useTexts("credits");
  const format = useFormat();
  return ({ discountcode, now }) => {
    const { code, percentage, value, currency, expires } = discountcode;
    const worth = percentage === null ? format.money(value ?? 0, currency ?? "EUR") : format.percent(percentage / 100);
    const isToday = expires !== null && format.date(expires) === format.date(now);
    return {
      name: code === welcomeCode ? t("discount.welcome") : t("discount.code", { code }),
      worth,
      until:
        expires === null
          ? null
          : t(isToday ? "discount.until_today" : "discount.until", {
              time: format.time(expires),
              date: format.date(expires),
            }),
    };
  };
}

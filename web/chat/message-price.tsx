import { useFormatPriceRange, useMessageCosts } from "#web/credits/price-words.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useTexts } from "#web/lib/texts.tsx";

/**
 * The price of the next message in credits and in money, and the viewer's balance, shown before any credits are spent
 * (D6.5).
 */
export function MessagePrice({ credits }: { credits: number }) {
  const t = useTexts("chat");
  const formatPrice = useFormatPriceRange();
  const user = useMember();
  const costs = useMessageCosts();
  if (credits === 0) return <span>{t("composer.free")}</span>;
  const price = costs && formatPrice(costs, "range");
  if (user?.status === "not_confirmed") return <span>{t("held.price", { count: credits })}</span>;
  const balance = user?.credits ?? 0;
  return (
    <span>
      <span>
        {price ? t("composer.cost", { count: credits, price }) : t("composer.cost_plain", { count: credits })}
      </span>
      <span aria-hidden> · </span>
      <span className={balance < credits ? "font-semibold text-danger-ink" : ""}>
        {balance === 0 ? t("composer.none_left") : t("composer.left", { count: balance })}
      </span>
    </span>
  );
}

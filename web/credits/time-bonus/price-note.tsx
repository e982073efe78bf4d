import type { ReactNode } from "react";
import { useFormatPriceRange, useMessageCosts } from "#web/credits/price-words.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { useBonus } from "#web/member-parts/bonus-state.ts";
import { Dot } from "#web/ui/dot.tsx";
import { MoreInfo } from "#web/ui/more-info.tsx";

/** Explains the price of a message that includes the welcome discount: until when, and what a message costs then. */
function useWelcomePriceNote(): string | null {
  const t = useTexts("time-bonus");
  const format = useFormat();
  const formatPrice = useFormatPriceRange();
  const bonus = useBonus();
  const costs = useMessageCosts();
  if (!bonus || !costs?.regular) return null;
  const [percent, time] = [format.percent(bonus.percentage / 100), format.deadline(bonus.expires)];
  return t("price", { percent, time, price: formatPrice(costs.regular, "range") });
}

type Props = {
  className?: string;
  /** A link, which can't stand in a line that opens. */
  after?: ReactNode;
  children: ReactNode;
};

/** The line with a message's price. While the price includes the welcome discount, the note about it is behind it. */
export function PriceLine({ className, after, children }: Props) {
  const note = useWelcomePriceNote();
  if (note === null) {
    return (
      <p className={className}>
        {children}
        {after === undefined ? null : <Dot />}
        {after}
      </p>
    );
  }
  return (
    <div className={className}>
      <MoreInfo line={children}>{note}</MoreInfo>
      {after}
    </div>
  );
}

import { Link, useLocation } from "react-router";
import type { Card } from "#contract/profiles.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFreeWords } from "#web/member-parts/free-words.ts";
import { Dot } from "#web/ui/dot.tsx";
import { useFormatPriceRange, useMessageCosts } from "./price-words.ts";
import { creditsPath } from "./return-to.ts";
import { PriceLine } from "./time-bonus/price-note.tsx";

type Props = { member: Pick<Card, "fictional" | "automatic">; className?: string };

/** Shows a message's price, with the balance. Before the address is confirmed no one buys: the gift pays for it. */
export function MessagePrice({ member, className = "" }: Props) {
  const t = useTexts("members");
  const composer = useTexts("chat.composer");
  const held = useTexts("chat.held");
  const { pathname } = useLocation();
  const formatPrice = useFormatPriceRange();
  const user = useMember();
  const { message_credits: count, signup_credits: gift } = useSettings();
  const price = useMessageCosts();
  const free = useFreeWords(member);
  if (user === null) return null;
  if (free !== null) return <p className={`text-muted text-sm ${className}`}>{free}</p>;
  if (user.status === "not_confirmed" && count > 0 && user.credits + gift >= count) {
    return <p className={`text-muted text-sm ${className}`}>{held("price", { count })}</p>;
  }
  const balance = user.credits === 0 ? composer("none_left") : composer("left", { count: user.credits });
  const describePrice = () => {
    if (count === 0) return t("profile.price_free");
    const words =
      price === undefined
        ? t("profile.price_unknown", { count })
        : t("profile.price", { count, money: formatPrice(price, "range") });
    return t("profile.message", { price: words });
  };
  const look = `text-muted text-sm ${className}`;
  if (count === 0)
    return (
      <p className={look}>
        {describePrice()}
        <Dot />
        {balance}
      </p>
    );
  if (user.credits >= count)
    return (
      <PriceLine className={look}>
        {describePrice()}
        <Dot />
        <span className="whitespace-nowrap">{balance}</span>
      </PriceLine>
    );
  // the balance itself leads to the credits: with one more link the bar would cover what the member writes
  const link = (
    <Link to={creditsPath(pathname)} className="link -my-2 inline-block whitespace-nowrap py-2">
      {balance}
    </Link>
  );
  return (
    <PriceLine className={look} after={link}>
      {describePrice()}
    </PriceLine>
  );
}

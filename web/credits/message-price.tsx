import { Link, useLocation } from "react-router";
import type { Card } from "#contract/profiles.ts";
import { isServed } from "#contract/served.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormatPriceRange, useMessageCosts } from "./price-words.ts";
import { creditsPath } from "./return-to.ts";
import { WelcomePriceNote } from "./time-bonus/price-note.tsx";

type Props = { member: Pick<Card, "fictional" | "automatic">; className?: string };

/** Shows a message's price, with the balance. Before the address is confirmed no one buys: the gift pays for it. */
export function MessagePrice({ member, className = "" }: Props) {
  const t = useTexts("members");
  const chat = useTexts("chat");
  const { pathname } = useLocation();
  const formatPrice = useFormatPriceRange();
  const user = useMember();
  const { message_credits: count, signup_credits: gift } = useSettings();
  const price = useMessageCosts();
  if (user === null) return null;
  if (!isServed(member)) return <p className={`text-muted text-sm ${className}`}>{chat("composer.unserved")}</p>;
  if (user.status === "not_confirmed" && count > 0 && user.credits + gift >= count) {
    return <p className={`text-muted text-sm ${className}`}>{chat("held.price", { count })}</p>;
  }
  const balance = t("profile.balance", { count: user.credits });
  const describePrice = () => {
    if (count === 0) return t("profile.price_free");
    if (price === undefined) return t("profile.price_unknown", { count });
    return t("profile.price", { count, money: formatPrice(price, "range") });
  };
  return (
    <p className={`text-muted text-sm ${className}`}>
      {describePrice()}
      <span aria-hidden="true"> · </span>
      {user.credits < count ? (
        // the balance itself leads to the credits: with one more link the bar would cover what the member writes
        <Link to={creditsPath(pathname)} className="link -my-2 inline-block whitespace-nowrap py-2">
          {balance}
        </Link>
      ) : (
        <span className="whitespace-nowrap">{balance}</span>
      )}
      {count === 0 ? null : <WelcomePriceNote />}
    </p>
  );
}

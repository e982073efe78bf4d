import { MessageCircle } from "lucide-react";
import { Link, useLocation } from "react-router";
import { useFormatPriceRange, useMessageCosts } from "#web/credits/price-words.ts";
import { creditsPath, premiumPath } from "#web/credits/return-to.ts";
import { WelcomePriceNote } from "#web/credits/time-bonus/price-note.tsx";
import { useMember } from "#web/lib/live-state.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";

/** A link to the chat with a member; `opens`: they have chatted already. */
export function WriteLink({ id, opens }: { id: string; opens: boolean }) {
  const t = useTexts("members");
  return (
    <ButtonLink to={`/members/${id}/chat`} className="min-w-0 grow">
      <MessageCircle aria-hidden className="size-5 shrink-0" />
      <span className="min-w-0">{t(opens ? "profile.open_chat" : "profile.write")}</span>
    </ButtonLink>
  );
}

/** Replaces the price if the viewer may start no more conversations (D6.2), so that they know before writing. */
export function LimitReachedNote({ id }: { id: string }) {
  const t = useTexts("members");
  const chat = useTexts("chat");
  const balance = useMember()?.credits ?? 0;
  return (
    <p className="mt-2 text-center text-muted text-sm md:text-start">
      {t("profile.none_left")} {balance > 0 ? `${chat("first.none_left_credits", { count: balance })} ` : null}
      <Link to={premiumPath(`/members/${id}/chat`)} className="link whitespace-nowrap">
        {t("profile.get_premium")}
      </Link>
    </p>
  );
}

/** With the balance. Before the address is confirmed no one has to buy credits: the gift pays for it (D6.3). */
export function MessagePrice({ className = "" }: { className?: string }) {
  const t = useTexts("members");
  const chat = useTexts("chat");
  const { pathname } = useLocation();
  const formatPrice = useFormatPriceRange();
  const user = useMember();
  const { message_credits: count, signup_credits: gift } = useSettings();
  const price = useMessageCosts();
  if (user === null) return null;
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

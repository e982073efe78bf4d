import { MessageCircle } from "lucide-react";
import { Link } from "react-router";
import { usePriceWords } from "#web/credits/price-words.ts";
import { useLive } from "#web/lib/live-state.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";

/** Leads to the chat with a member. */
export function WriteLink({ id }: { id: string }) {
  const t = useTexts("members");
  return (
    <ButtonLink to={`/members/${id}/chat`} className="min-w-0 grow">
      <MessageCircle aria-hidden className="size-5 shrink-0" />
      <span className="min-w-0">{t("profile.write")}</span>
    </ButtonLink>
  );
}

/** Stands for the price where the viewer may begin no more conversations (D6.2): said before they go and write. */
export function LimitReachedNote({ id }: { id: string }) {
  const t = useTexts("members");
  return (
    <p className="mt-2 text-center text-muted text-sm md:text-start">
      {t("profile.none_left")}{" "}
      <Link to={`/credits?return_to=${encodeURIComponent(`/members/${id}/chat`)}`} className="link whitespace-nowrap">
        {t("profile.get_credits")}
      </Link>
    </p>
  );
}

/** What a message will cost, in credits and in money, and what the viewer has: said before anything is written. */
export function MessagePrice({ className = "" }: { className?: string }) {
  const t = useTexts("members");
  const inMoney = usePriceWords();
  const user = useLive()?.user;
  const { message_credits: count, minimum_message_costs: costs } = useSettings();
  if (user === undefined) return null;
  const price = costs[user.profile.country];
  const words =
    count === 0
      ? t("profile.price_free")
      : price === undefined
        ? t("profile.price_unknown", { count })
        : t("profile.price", { count, money: inMoney(price, "range") });
  return (
    <p className={`text-muted text-sm ${className}`}>
      {words}
      <span aria-hidden="true"> · </span>
      <span className="whitespace-nowrap">{t("profile.balance", { count: user.credits })}</span>
    </p>
  );
}

import { MessageCircle } from "lucide-react";
import { useLive } from "#web/lib/live-state.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";
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

/** What a message will cost, in credits and in money, and what the viewer has: said before anything is written. */
export function MessagePrice({ className = "" }: { className?: string }) {
  const t = useTexts("members");
  const format = useFormat();
  const user = useLive()?.user;
  const { message_credits: count, minimum_message_costs: costs } = useSettings();
  if (user === undefined) return null;
  const price = costs[user.profile.country];
  const words =
    count === 0
      ? t("profile.price_free")
      : price === undefined
        ? t("profile.price_unknown", { count })
        : t("profile.price", { count, money: format.money(price.costs, price.currency) });
  return (
    <p className={`text-muted text-sm ${className}`}>
      {words}
      <span aria-hidden="true"> · </span>
      <span className="whitespace-nowrap">{t("profile.balance", { count: user.credits })}</span>
    </p>
  );
}

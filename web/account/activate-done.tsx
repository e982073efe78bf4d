import { PartyPopper } from "lucide-react";
import { useLocation } from "react-router";
import { freeConversations } from "#contract/constants.ts";
import { useMember } from "#web/lib/live-state.ts";
import type { ScreenHandle } from "#web/lib/page.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Outcome } from "#web/ui/outcome.tsx";

export const handle: ScreenHandle = { who: "everyone", texts: ["account", "navigation"] };

/** How many held messages the confirmation delivered, and how many it could not (R4.02), from the history state. */
function deliveryOf(state: unknown): { delivered: number; undelivered: number } {
  const { delivered = 0, undelivered = 0 } = (state ?? {}) as Record<string, unknown>;
  return { delivered: Number(delivered), undelivered: Number(undelivered) };
}

/** The address is confirmed (R4.01). The device that opened the link may not be logged in. */
export default function ActivateDone() {
  const t = useTexts("account");
  const navigation = useTexts("navigation");
  const user = useMember();
  const count = user?.credits ?? 0;
  const { delivered, undelivered } = deliveryOf(useLocation().state);
  const { signup_credits: gift, message_credits: price } = useSettings();
  const paid = delivered * price;
  return (
    <Outcome icon={PartyPopper} title={t("activate.done_title")}>
      <p>{t("activate.done_text")}</p>
      {user === null ? <p>{t("activate.done_login")}</p> : null}
      {delivered > 0 ? (
        <p>
          {t("activate.delivered", { count: delivered })}
          {paid > 0 && gift > 0 ? ` ${t("activate.gift_spent", { count: gift, paid })}` : null}
        </p>
      ) : null}
      {count > 0 ? <p className="font-semibold">{t("activate.done_credits", { count })}</p> : null}
      {user?.paid_user ? null : <p>{t("activate.done_conversations", { conversations: freeConversations })}</p>}
      {undelivered > 0 ? <p>{t("activate.undelivered", { count: undelivered })}</p> : null}
      <ButtonLink to={user === null ? "/login" : "/members"} size="large" className="mt-2">
        {t(user === null ? "activate.log_in" : "activate.search")}
      </ButtonLink>
      {user !== null && delivered + undelivered > 0 ? (
        <ButtonLink to="/chats" look="outline" size="large">
          {navigation("messages")}
        </ButtonLink>
      ) : null}
    </Outcome>
  );
}

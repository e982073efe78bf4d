import { PartyPopper } from "lucide-react";
import { freeConversations } from "#contract/constants.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Outcome } from "#web/ui/outcome.tsx";

/** What the confirmation did, if it was just now: how many held messages were delivered, and how many never will be. */
type Confirmed = { delivered: number; undelivered: number };

/** The address is confirmed (R4.01). The device that opened the link may not be logged in. */
export function AddressConfirmed({ delivered, undelivered }: Confirmed) {
  const t = useTexts("account");
  const navigation = useTexts("navigation");
  const shell = useTexts("shell");
  const user = useMember();
  const count = user?.credits ?? 0;
  const { signup_credits: gift, message_credits: price } = useSettings();
  const paid = delivered * price;
  return (
    <Outcome icon={PartyPopper} title={t("activate.done_title")}>
      <p>{t("activate.done_text")}</p>
      {user === null ? <p>{t("activate.done_login")}</p> : null}
      {delivered > 0 ? (
        <p>
          {t("activate.delivered", { count: delivered })}
          {paid > 0 && gift > 0 ? ` ${navigation("gift_spent", { count: gift, paid })}` : null}
        </p>
      ) : null}
      {count > 0 ? <p className="font-semibold">{t("activate.done_credits", { count })}</p> : null}
      {user?.paid_user ? null : <p>{t("activate.done_conversations", { conversations: freeConversations })}</p>}
      {undelivered > 0 ? <p>{t("activate.undelivered", { count: undelivered })}</p> : null}
      <ButtonLink to={user === null ? "/login" : "/members"} size="large" className="mt-2">
        {user === null ? t("activate.log_in") : shell("nav.members")}
      </ButtonLink>
      {user !== null && delivered + undelivered > 0 ? (
        <ButtonLink to="/chats" look="outline" size="large">
          {navigation("messages")}
        </ButtonLink>
      ) : null}
    </Outcome>
  );
}

import { PartyPopper } from "lucide-react";
import type { RedeemedLink } from "#contract/account.ts";
import { freeConversations } from "#contract/constants.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Outcome } from "#web/ui/outcome.tsx";
import { composeLoginPath } from "./signup-link/intent.ts";

/**
 * What the confirmation did, if it was just now: how many held messages were delivered, with the chat of the first
 * one, and how many never will be.
 */
type Confirmed = Pick<Extract<RedeemedLink, { kind: "activation" }>, "delivered" | "undelivered" | "conversation">;

/** The address is confirmed (R4.01). The device that opened the link may not be logged in. */
export function AddressConfirmed({ delivered, undelivered, conversation }: Confirmed) {
  const t = useTexts("account");
  const navigation = useTexts("navigation");
  const shell = useTexts("shell");
  const user = useMember();
  const count = user?.credits ?? 0;
  const { signup_credits: gift, message_credits: price } = useSettings();
  const paid = delivered * price;
  const chat = conversation === null ? null : `/chats/${conversation}`;
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
      {user === null ? (
        <ButtonLink to={composeLoginPath(null, chat)} size="large" className="mt-2">
          {t("activate.log_in")}
        </ButtonLink>
      ) : (
        <>
          {chat === null ? null : (
            <ButtonLink to={chat} size="large" className="mt-2">
              {t("activate.open_chat")}
            </ButtonLink>
          )}
          <ButtonLink to="/members" look={chat === null ? "primary" : "outline"} size="large">
            {shell("nav.members")}
          </ButtonLink>
          {undelivered > 0 ? (
            <ButtonLink to="/chats" look="outline" size="large">
              {navigation("messages")}
            </ButtonLink>
          ) : null}
        </>
      )}
    </Outcome>
  );
}

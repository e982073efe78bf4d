import { MessageCircleOff } from "lucide-react";
import { useLocation } from "react-router";
import { premiumPath } from "#web/credits/return-to.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { CannotWrite } from "./cannot-write.tsx";

/**
 * Replaces the field if the member may begin no more conversations (D6.2). Says what they can still use their credits
 * for.
 */
export function LimitReached({ viewer, partner }: { viewer: string; partner: string }) {
  const t = useTexts("chat");
  const { pathname } = useLocation();
  const balance = useMember()?.credits ?? 0;
  return (
    <CannotWrite
      viewer={viewer}
      partner={partner}
      icon={<MessageCircleOff className="size-5" />}
      title={t("first.none_left")}
      actions={
        <>
          <ButtonLink to={premiumPath(pathname)}>{t("composer.get_premium")}</ButtonLink>
          {balance > 0 ? (
            <ButtonLink to="/chats" look="outline">
              {t("title")}
            </ButtonLink>
          ) : null}
        </>
      }
    >
      {balance > 0 ? <p>{t("first.none_left_credits", { count: balance })}</p> : null}
      <p>{t("first.none_left_text")}</p>
    </CannotWrite>
  );
}

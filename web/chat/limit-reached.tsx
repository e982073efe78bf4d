import { MessageCircleOff } from "lucide-react";
import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { premiumPath } from "#web/credits/return-to.ts";
import { useLive } from "#web/lib/live-state.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { readDraft } from "./local-messages.ts";

/**
 * Replaces the field if the member may begin no more conversations (D6.2), so that they know before they write. Says
 * what they can still use their credits for.
 */
export function LimitReached({ viewer, partner }: { viewer: string; partner: string }) {
  const t = useTexts("chat");
  const { pathname } = useLocation();
  const balance = useLive()?.user.credits ?? 0;
  const [hasDraft, setHasDraft] = useState(false);
  useEffect(() => setHasDraft(readDraft(viewer, partner) !== ""), [viewer, partner]);
  return (
    <div className="composer">
      <div
        role="alert"
        className="mb-1.5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md bg-tint px-4 py-3"
      >
        <div className="flex min-w-0 items-start gap-2.5">
          <MessageCircleOff aria-hidden className="mt-0.5 size-5 shrink-0 text-primary-ink" />
          <div className="min-w-0 max-w-xl">
            <p className="font-semibold">{t("first.none_left")}</p>
            {balance > 0 ? <p>{t("first.none_left_credits", { count: balance })}</p> : null}
            <p>{t("first.none_left_text")}</p>
            {hasDraft ? <p className="text-muted text-sm">{t("first.draft_kept")}</p> : null}
          </div>
        </div>
        <div className="flex flex-wrap gap-2.5">
          <ButtonLink to={premiumPath(pathname)}>{t("composer.get_premium")}</ButtonLink>
          {balance > 0 ? (
            <ButtonLink to="/chats" look="outline">
              {t("title")}
            </ButtonLink>
          ) : null}
        </div>
      </div>
    </div>
  );
}

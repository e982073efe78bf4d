import { MailX } from "lucide-react";
import { useMatches } from "react-router";
import { useDismissal } from "#web/lib/dismissals.ts";
import { useLive } from "#web/lib/live-state.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { showsDisabled } from "./alert-rules.ts";

const dismissal = "hide-disabled-notifications-alert";

/** Tells a member that they get no mails, until they get them again or have closed the alert (R4.13). */
export function DisabledAlert() {
  const t = useTexts("notifications");
  const live = useLive();
  const screen = useMatches().at(-1)?.id ?? "";
  const { dismissed, dismiss } = useDismissal(dismissal, live?.user.id);
  if (live === null || dismissed || !showsDisabled(live.user, screen)) return null;
  return (
    <Alert
      icon={MailX}
      title={t("alert.disabled_title")}
      text={t("alert.disabled_text")}
      dismissal={dismissal}
      close={t("alert.disabled_close")}
      onClose={dismiss}
      action={
        <ButtonLink to="/notifications#told" look="outline">
          {t("alert.disabled_see")}
        </ButtonLink>
      }
    />
  );
}

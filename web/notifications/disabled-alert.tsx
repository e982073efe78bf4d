import { MailX } from "lucide-react";
import { useLocation } from "react-router";
import { useDismissal } from "#web/lib/dismissals.ts";
import { useLive } from "#web/lib/live-state.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Alert } from "./alert.tsx";
import { showsDisabled } from "./alert-rules.ts";

/** Tells a member that they get no mails, until they get them again or have closed the alert (R4.13). */
export function DisabledAlert() {
  const live = useLive();
  const { pathname } = useLocation();
  const { dismissed, dismiss } = useDismissal("hide-disabled-notifications-alert", live?.user.id);
  if (live === null || dismissed || !showsDisabled(live.user, pathname)) return null;
  return <Content onClose={dismiss} />;
}

function Content({ onClose }: { onClose: () => void }) {
  const t = useTexts("notifications");
  return (
    <Alert
      className="disabled-alert"
      icon={MailX}
      title={t("alert.disabled_title")}
      text={t("alert.disabled_text")}
      close={t("alert.disabled_close")}
      onClose={onClose}
      action={
        <ButtonLink to="/notifications#told" look="outline">
          {t("alert.disabled_see")}
        </ButtonLink>
      }
    />
  );
}

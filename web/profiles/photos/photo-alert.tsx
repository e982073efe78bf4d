import { ImagePlus } from "lucide-react";
import { useMatches } from "react-router";
import { useDismissal } from "#web/lib/dismissals.ts";
import { useLive } from "#web/lib/live-state.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { Alert } from "#web/ui/alert.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { needsPhotoAlert } from "./alert-rules.ts";

const dismissal = "hide-enrich-alert";

/** Asks a member without a photo for one, until they add one or close the alert (R4.11). */
export function PhotoAlert() {
  const t = useTexts("photos");
  const live = useLive();
  const screen = useMatches().at(-1)?.id ?? "";
  const { dismissed, dismiss } = useDismissal(dismissal, live?.user.id);
  if (live === null || dismissed || !needsPhotoAlert(live.user, screen)) return null;
  return (
    <Alert
      icon={ImagePlus}
      title={t("alert.title")}
      text={t("alert.text")}
      dismissal={dismissal}
      close={t("alert.close")}
      onClose={dismiss}
      action={
        <ButtonLink to="/profile" look="outline">
          {t("alert.action")}
        </ButtonLink>
      }
    />
  );
}

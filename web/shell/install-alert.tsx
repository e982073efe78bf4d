import { Smartphone } from "lucide-react";
import { useState } from "react";
import { useLocation } from "react-router";
import { type DismissalKey, type Snooze, useDismissal } from "#web/lib/dismissals.ts";
import { findInstallMethod } from "#web/lib/install.ts";
import { type LiveState, useLive } from "#web/lib/live-state.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useScreen } from "#web/lib/screen.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { pushOfferKey } from "#web/notifications/push-offer.ts";
import { usePushOffer } from "#web/notifications/use-push.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { isInstallMoment } from "./install-rules.ts";
import { useInstall } from "./use-install.tsx";

const dismissal: DismissalKey = "hide-install-hint";

/** After "Not now" the offer comes back once, after 14 days; then it is in the account menu only (ux). */
const snooze: Snooze = { days: 14, times: 2 };

/** Offers to install the site as an app, at a good moment. */
export function InstallAlert() {
  const live = useLive();
  const hydrated = useHydrated();
  return hydrated && live !== null ? <Offer live={live} /> : null;
}

function Offer({ live: { user, unread } }: { live: LiveState }) {
  const t = useTexts("notifications.install");
  const { name } = useSettings();
  const { key } = useLocation();
  const { offersApp } = useScreen();
  const { dismissed, dismiss } = useDismissal(dismissal, user.id, snooze);
  const { method, start, dialog } = useInstall();
  const pushState = usePushOffer(user.id);
  const pushClosed = useDismissal(pushOfferKey, user.id).dismissed;
  // decided when a screen is opened, and never on the first one, so that nothing appears above what the member is
  // reading
  const [visit, setVisit] = useState({ key, offered: false });
  if (visit.key !== key) {
    const offersPush = pushState === "default" && !pushClosed;
    const moment = { unread, offersPush, signedUp: user.signup_date, now: Date.now() };
    setVisit({ key, offered: offersApp === true && findInstallMethod() !== null && isInstallMoment(moment) });
  }
  if (dismissed || method === null || visit.key !== key || !visit.offered) return null;
  return (
    <>
      <Alert
        icon={Smartphone}
        title={t("title", { site: name })}
        text={t("text")}
        dismissal={dismissal}
        close={t("close")}
        onClose={dismiss}
        action={
          <Button
            look="outline"
            onClick={async () => {
              if ((await start()) === false) dismiss();
            }}
          >
            {t("menu")}
          </Button>
        }
      />
      {dialog}
    </>
  );
}

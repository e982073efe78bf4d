import { BellOff, BellRing } from "lucide-react";
import { useState } from "react";
import { useLocation } from "react-router";
import { useDismissal } from "#web/lib/dismissals.ts";
import { useLive } from "#web/lib/live-state.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useIdle } from "#web/lib/use-idle.ts";
import { Button } from "#web/ui/button.tsx";
import { Alert } from "./alert.tsx";
import { offersPush } from "./alert-rules.ts";
import { usePush } from "./use-push.ts";

/** "Not now" hides the offer for this long; after the second time it is in the settings only (ux). */
const rest = { days: 14, times: 2 };

/** Answers a tap on "on" if the browser blocks notifications: how to allow them. */
function Blocked({ onClose }: { onClose: () => void }) {
  const t = useTexts("notifications");
  return (
    <Alert
      icon={BellOff}
      title={t("push.denied")}
      text=""
      failure={t("push.denied_text")}
      close={t("alert.push_close")}
      onClose={onClose}
      action={null}
    />
  );
}

/** Offers pushes on this device to a member; our own button comes before the browser's prompt (R4.12). */
export function PushAlert() {
  const memberId = useLive()?.user.id;
  return memberId === undefined ? null : <Offer memberId={memberId} />;
}

function Offer({ memberId }: { memberId: string }) {
  const t = useTexts("notifications");
  const { pathname } = useLocation();
  const { dismissed, dismiss } = useDismissal("hide-push-notification-alert", memberId, rest);
  const { state, pending, failure, turnOn } = usePush();
  const calm = useIdle();
  const [tapped, setTapped] = useState(false);
  const refused = tapped && state === "denied";
  if (!calm || dismissed || !(refused || offersPush(state, pathname))) return null;
  if (refused) return <Blocked onClose={dismiss} />;
  return (
    <Alert
      icon={BellRing}
      title={t("alert.push_title")}
      text={t("alert.push_text")}
      failure={failure}
      close={t("alert.push_close")}
      onClose={dismiss}
      action={
        <Button
          look="outline"
          pending={pending}
          onClick={() => {
            setTapped(true);
            void turnOn();
          }}
        >
          {t("alert.push_on")}
        </Button>
      }
    />
  );
}

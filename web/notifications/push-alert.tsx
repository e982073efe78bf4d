import { BellOff, BellRing } from "lucide-react";
import { useState } from "react";
import { useDismissal } from "#web/lib/dismissals.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useScreen } from "#web/lib/screen.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { Alert } from "#web/ui/alert.tsx";
import { Button } from "#web/ui/button.tsx";
import { offersPush } from "./alert-rules.ts";
import { pushOfferKey } from "./push-offer.ts";
import { usePush, usePushOffer } from "./use-push.ts";

/** Offers pushes on this device to a member; our own button comes before the browser's prompt. */
export function PushAlert() {
  const memberId = useMember()?.id;
  return memberId === undefined ? null : <Offer memberId={memberId} />;
}

function Offer({ memberId }: { memberId: string }) {
  const t = useTexts("notifications.alert");
  const push = useTexts("notifications.push");
  const screen = useScreen();
  const { dismissed, dismiss } = useDismissal(pushOfferKey, memberId);
  const { state, pending, failure, turnOn } = usePush();
  const offered = usePushOffer(memberId);
  // the prompt needs scripts, and has to open within the tap
  const hydrated = useHydrated();
  const [tapped, setTapped] = useState(false);
  const shared = { dismissal: pushOfferKey, close: t("push_close"), onClose: dismiss } as const;
  if (dismissed) return null;
  // shown after a tap on "on" if the browser blocks pushes: how to allow them
  if (tapped && state === "denied") {
    return (
      <Alert {...shared} icon={BellOff} title={push("denied")} text="" failure={push("denied_text")} action={null} />
    );
  }
  if (!offersPush(offered, screen)) return null;
  return (
    <Alert
      {...shared}
      icon={BellRing}
      title={t("push_title")}
      text={t("push_text")}
      failure={failure}
      action={
        <Button
          look="outline"
          pending={pending}
          disabled={!hydrated}
          onClick={() => {
            setTapped(true);
            void turnOn();
          }}
        >
          {t("push_on")}
        </Button>
      }
    />
  );
}

import { Suspense, useEffect, useEffectEvent, useState } from "react";
import { getPayments } from "#contract/payments.ts";
import { useIsBusyPage } from "#web/lib/busy-page.ts";
import { call } from "#web/lib/call.ts";
import { useDismissal } from "#web/lib/dismissals.ts";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import { useLive } from "#web/lib/live-state.ts";
import { useScreen } from "#web/lib/screen.ts";
import type { TimeBonus } from "#web/member-parts/bonus-state.ts";
import { useBonus } from "#web/member-parts/bonus-state.ts";
import { isPaying, mayPopUp, popupDelayMs, retryMs } from "./popup-rules.ts";

const loadDialog = () => import("./dialog.tsx");
const TimeBonusDialog = lazyPart(loadDialog);

/** Whether the member is paying, or a payment failed recently. True if unknown, so that no popup opens. */
async function isPayingNow(bonus: TimeBonus): Promise<boolean> {
  const serverTime = Date.parse(bonus.expires) - (bonus.endsAt - Date.now());
  try {
    return isPaying((await call(getPayments)).payments, serverTime);
  } catch {
    return true;
  }
}

/** The popup waits while the member types or a dialog is open, and stays away after a payment that failed. */
export function TimeBonusPopup() {
  const live = useLive();
  const { membersArea } = useScreen();
  const { dismissed, dismiss } = useDismissal("hide-time-bonus-modal", live?.user.id);
  const [open, setOpen] = useState(false);
  const isBusy = useIsBusyPage();
  const bonus = useBonus();
  const mayOpen = membersArea === true && live !== null && mayPopUp({ user: live.user, bonus, dismissed });
  const bonusNow = useEffectEvent(() => bonus);

  useEffect(() => {
    if (!mayOpen) return;
    let hasLeft = false;
    let timer = setTimeout(openWhenIdle, popupDelayMs);
    async function openWhenIdle() {
      const mayInterrupt = () => !isBusy() && !document.hidden;
      const bonus = bonusNow();
      if (mayInterrupt() && bonus !== null) {
        const [pays, loaded] = await Promise.all([isPayingNow(bonus), loadDialog().catch(() => null)]);
        if (hasLeft) return;
        // during the requests the member may have begun to type
        if (!pays && loaded !== null && mayInterrupt()) return setOpen(true);
      }
      timer = setTimeout(openWhenIdle, retryMs);
    }
    return () => {
      hasLeft = true;
      clearTimeout(timer);
      setOpen(false);
    };
  }, [mayOpen, isBusy]);

  if (!open || bonus === null) return null;
  return (
    <Suspense fallback={null}>
      <TimeBonusDialog bonus={bonus} onClose={dismiss} />
    </Suspense>
  );
}

import { Suspense, useEffect, useRef, useState } from "react";
import { useMatches } from "react-router";
import { getPayments } from "#contract/payments.ts";
import { call } from "#web/lib/call.ts";
import { useDismissal } from "#web/lib/dismissals.ts";
import { lazyPart } from "#web/lib/lazy-part.ts";
import { useLive } from "#web/lib/live-state.ts";
import type { TimeBonus } from "#web/lib/time-bonus.ts";
import { useBusyPage } from "#web/likes/use-busy-page.ts";
import { againMs, isPaying, mayPopUp, popupDelayMs } from "./popup-rules.ts";

const loadDialog = () => import("./dialog.tsx");
const TimeBonusDialog = lazyPart(loadDialog);

/** Whether the member is paying, or a payment failed recently. True if unknown, so that no popup opens. */
async function paysNow(bonus: TimeBonus): Promise<boolean> {
  const serverTime = Date.parse(bonus.expires) - (bonus.endsAt - Date.now());
  try {
    return isPaying((await call(getPayments)).payments, serverTime);
  } catch {
    return true;
  }
}

/**
 * The popup of the welcome bonus (R4.16): after 40 seconds in the members area, for a member without credits. It waits
 * while the member types or another dialog is open, and does not come after a payment that failed.
 */
export function TimeBonusPopup() {
  const live = useLive();
  const routeId = useMatches().at(-1)?.id;
  const { dismissed, dismiss } = useDismissal("hide-time-bonus-modal", live?.user.id);
  const [open, setOpen] = useState(false);
  const isBusy = useBusyPage();
  const bonus = live?.bonus ?? null;
  const may = live !== null && mayPopUp({ user: live.user, routeId, bonus, dismissed });
  const latest = useRef(bonus);
  useEffect(() => {
    latest.current = bonus;
  });

  useEffect(() => {
    if (!may) return;
    let left = false;
    let timer = setTimeout(offer, popupDelayMs);
    async function offer() {
      const mayInterrupt = () => !isBusy() && !document.hidden;
      if (mayInterrupt() && latest.current !== null) {
        const [pays, loaded] = await Promise.all([paysNow(latest.current), loadDialog().catch(() => null)]);
        if (left) return;
        // during the requests the member may have begun to type
        if (!pays && loaded !== null && mayInterrupt()) return setOpen(true);
      }
      timer = setTimeout(offer, againMs);
    }
    return () => {
      left = true;
      clearTimeout(timer);
      setOpen(false);
    };
  }, [may, isBusy]);

  if (!open || bonus === null) return null;
  return (
    <Suspense fallback={null}>
      <TimeBonusDialog bonus={bonus} onClose={dismiss} />
    </Suspense>
  );
}

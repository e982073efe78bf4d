import { useEffect, useEffectEvent, useRef } from "react";
import { useTexts } from "#web/lib/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { usePush } from "./use-push.ts";

/** The outcome: switched on, postponed or refused, or nothing to ask here. */
export type OptInOutcome = "on" | "later" | "unavailable";

/** ux: asking for permissions. Both answers have equal weight. With nothing to ask, `onDone` runs at once. */
export function PushOptIn({ onDone }: { onDone: (outcome: OptInOutcome) => void }) {
  const t = useTexts("notifications");
  const words = useTexts("account");
  const { state, pending, failure, turnOn } = usePush();
  const settled = state === "incapable" || state === "denied" || state === "subscribed";
  const report = useEffectEvent(onDone);
  // after a tap, `ask` below reports the outcome
  const tapped = useRef(false);
  useEffect(() => {
    if (settled && !tapped.current) report("unavailable");
  }, [settled]);
  if (state === "unknown" || (settled && !tapped.current)) return null;

  const ask = async () => {
    tapped.current = true;
    const outcome = await turnOn();
    if (outcome === "subscribed") onDone("on");
  };
  if (state === "denied") {
    return (
      <div role="alert" className="flex flex-col gap-4">
        <Notice tone="warning" title={t("push.denied")}>
          {t("push.denied_text")}
        </Notice>
        <Button size="large" onClick={() => onDone("later")}>
          {words("signup.continue")}
        </Button>
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      <p>{t("opt_in.text")}</p>
      <p className="text-muted">{t("opt_in.limits")}</p>
      <p className="text-muted">{t("opt_in.change")}</p>
      <div role="status">{failure === null ? null : <p className="font-medium text-danger-ink">{failure}</p>}</div>
      <div className="mt-2 grid gap-3 sm:grid-cols-2">
        <Button size="large" look="outline" onClick={() => onDone("later")}>
          {t("opt_in.later")}
        </Button>
        <Button size="large" pending={pending} onClick={() => void ask()}>
          {t("opt_in.on")}
        </Button>
      </div>
    </div>
  );
}

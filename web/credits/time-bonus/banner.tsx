import { Gift, X } from "lucide-react";
import { Link } from "react-router";
import { useDismissal } from "#web/lib/dismissals.ts";
import { useMember } from "#web/lib/live-state.ts";
import { useScreen } from "#web/lib/screen.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import type { TimeBonus } from "#web/member-parts/bonus-state.ts";
import { useBonus } from "#web/member-parts/bonus-state.ts";
import { Countdown } from "./countdown.tsx";

/** The welcome bonus on top of the members area, with the time that is left; leads to the credits. Closed for good. */
export function TimeBonusBanner() {
  const { membersArea } = useScreen();
  const bonus = useBonus();
  const { dismissed, dismiss } = useDismissal("hide-time-bonus-banner", useMember()?.id);
  return bonus === null || !membersArea || dismissed ? null : <Banner bonus={bonus} onClose={dismiss} />;
}

function Banner({ bonus, onClose }: { bonus: TimeBonus; onClose: () => void }) {
  const t = useTexts("time-bonus");
  const shell = useTexts("shell");
  const format = useFormat();
  return (
    <aside aria-label={t("label")} className="time-bonus flex bg-tint" data-alert="hide-time-bonus-banner">
      <Link
        to="/credits"
        className="container flex min-h-11 grow flex-wrap items-center justify-center gap-x-3 py-1.5 text-center text-primary-ink max-md:gap-x-2 max-md:px-3 max-md:text-sm"
      >
        <span className="inline-flex items-center gap-2 font-semibold underline underline-offset-3">
          <Gift aria-hidden className="size-5 shrink-0" />
          {t("banner", { percent: format.percent(bonus.percentage / 100) })}
        </span>
        <Countdown bonus={bonus} />
        <span className="sr-only">{t("until", { time: format.deadline(bonus.expires) })}</span>
      </Link>
      <button
        type="button"
        className="icon-button"
        aria-label={shell("close")}
        data-dismiss="hide-time-bonus-banner"
        onClick={onClose}
      >
        <X aria-hidden className="size-5" />
      </button>
    </aside>
  );
}

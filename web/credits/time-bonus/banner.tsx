import { Gift } from "lucide-react";
import { Link } from "react-router";
import { useScreen } from "#web/lib/screen.ts";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import type { TimeBonus } from "./bonus.ts";
import { useBonus } from "./bonus-state.ts";
import { Countdown } from "./countdown.tsx";

/** The welcome bonus on top of the members area, with the time that is left; leads to the credits (R4.15). */
export function TimeBonusBanner() {
  const { membersArea } = useScreen();
  const bonus = useBonus();
  return bonus === null || !membersArea ? null : <Banner bonus={bonus} />;
}

function Banner({ bonus }: { bonus: TimeBonus }) {
  const t = useTexts("time-bonus");
  const format = useFormat();
  return (
    <aside aria-label={t("label")} className="time-bonus bg-tint">
      <Link
        to="/credits"
        className="container flex min-h-11 flex-wrap items-center justify-center gap-x-3 py-1.5 text-center text-primary-ink"
      >
        <span className="inline-flex items-center gap-2 font-semibold underline underline-offset-3">
          <Gift aria-hidden className="size-5 shrink-0" />
          {t("banner", { percent: format.percent(bonus.percentage / 100) })}
        </span>
        <Countdown bonus={bonus} />
        <span className="sr-only">{t("until", { time: format.time(bonus.expires) })}</span>
      </Link>
    </aside>
  );
}

import { useFormat, useTexts } from "#web/lib/texts.tsx";
import type { TimeBonus } from "#web/member-parts/bonus-state.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";

/** Offers the welcome bonus; closing it in any way dismisses it for good. */
export default function TimeBonusDialog({ bonus, onClose }: { bonus: TimeBonus; onClose: () => void }) {
  const t = useTexts("time-bonus");
  const format = useFormat();
  const percent = format.percent(bonus.percentage / 100);
  return (
    <Dialog open onClose={onClose} title={t("title", { percent })}>
      <p>{t("text", { percent })}</p>
      <p className="mt-3 text-lg">{t("until", { time: format.deadline(bonus.expires) })}</p>
      <div className="mt-6 grid gap-2.5 sm:grid-cols-2">
        <ButtonLink to="/credits" onClick={onClose}>
          {t("see")}
        </ButtonLink>
        <Button look="outline" onClick={onClose}>
          {t("close")}
        </Button>
      </div>
    </Dialog>
  );
}

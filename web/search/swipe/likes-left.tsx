import type { Ref } from "react";
import { hourMs } from "#contract/durations.ts";
import type { SwipeLikes } from "#contract/swipe.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";

/** If new likes come within this many milliseconds, the time alone is clear; else the date is shown. */
const soonMs = 26 * hourMs;

/** When there are new likes: the time, or the date if it is not the next midnight, as after a journey. */
function useRenewal({ renewed_at: at }: SwipeLikes): { on: "" | "_on"; time: string } {
  const format = useFormat();
  const isSoon = Date.parse(at) - Date.now() <= soonMs;
  return { on: isSoon ? "" : "_on", time: isSoon ? format.time(at) : format.date(at) };
}

/** "2 of 4 likes left, new ones at 00:00" (R9.01). `spent`: the card says it instead, and this line only keeps room. */
export function LikesLeft({ likes, left, spent }: { likes: SwipeLikes; left: number; spent: boolean }) {
  const t = useTexts("swipe");
  const { on, time } = useRenewal(likes);
  return (
    <p className={`text-muted tabular-nums ${spent ? "invisible" : ""}`} suppressHydrationWarning>
      {t(on === "" ? "left" : "left_on", { count: left, total: likes.per_day, time })}
    </p>
  );
}

/** On the top card if no likes are left: that they are used, and when there are new ones. */
export function LikesSpent({ likes, ref }: { likes: SwipeLikes; ref: Ref<HTMLParagraphElement> }) {
  const t = useTexts("swipe");
  const { on, time } = useRenewal(likes);
  return (
    <p ref={ref} className="swipe-spent">
      <strong className="block font-bold text-ink">{t("spent.title")}</strong>
      <span suppressHydrationWarning>{t(on === "" ? "spent.text" : "spent.text_on", { time })}</span>
    </p>
  );
}

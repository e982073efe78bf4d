import { Link } from "react-router";
import { hourMs } from "#contract/durations.ts";
import type { SwipeLikes } from "#contract/swipe.ts";
import { rich, useTexts } from "#web/lib/texts.tsx";
import { useFormat } from "#web/lib/use-format.ts";

/** If new likes come within this many milliseconds, the time alone is clear; else the date is shown. */
const soonMs = 26 * hourMs;

/** When there are new likes: the time, or the date if it is not the next midnight, as after a journey. */
function useRenewal({ renewed_at: at }: SwipeLikes): { on: "" | "_on"; time: string } {
  const format = useFormat();
  const isSoon = Date.parse(at) - Date.now() <= soonMs;
  return { on: isSoon ? "" : "_on", time: isSoon ? format.time(at) : format.date(at) };
}

/** "2 of 4 likes left, new ones at 00:00" (R9.01). */
export function LikesLeft({ likes, left }: { likes: SwipeLikes; left: number }) {
  const t = useTexts("swipe");
  const { on, time } = useRenewal(likes);
  return (
    <p className="text-muted tabular-nums" suppressHydrationWarning>
      {t(on === "" ? "left" : "left_on", { count: left, total: likes.per_day, time })}
    </p>
  );
}

/** Shown if no likes are left: when there are new ones, and what the member can do meanwhile. */
export function LikesSpent({ likes }: { likes: SwipeLikes }) {
  const t = useTexts("swipe");
  const { on, time } = useRenewal(likes);
  return (
    <section aria-labelledby="likes-spent" className="surface-card mt-6 w-full p-4">
      <h2 id="likes-spent" className="text-lg">
        {t("spent.title")}
      </h2>
      <p className="mt-1" suppressHydrationWarning>
        {t(on === "" ? "spent.text" : "spent.text_on", { time })}
      </p>
      <p className="mt-1 text-muted">
        {rich(t("spent.meanwhile"), {
          chats: (label) => (
            <Link to="/chats" className="link">
              {label}
            </Link>
          ),
          search: (label) => (
            <Link to="/members" className="link">
              {label}
            </Link>
          ),
        })}
      </p>
    </section>
  );
}

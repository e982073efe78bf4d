import { useState } from "react";
import { undoSeconds } from "#contract/office.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useTimeout } from "#web/lib/use-timer.ts";
import { Button } from "#web/ui/button.tsx";

export const undoKey = "z";

type UndoProps = { label: string; until: number; onUndo: () => void };

/**
 * What was decided last, for as long as it can be taken back: below the buttons, so that it moves none of them; on a
 * phone one line over the window's head, so that it covers nothing that is decided on.
 */
export function Undo({ label, until, onUndo }: UndoProps) {
  const t = useTexts("staff");
  const [now, setNow] = useState(Date.now);
  useTimeout(() => setNow(Date.now()), 1000, now);
  const seconds = Math.min(undoSeconds, Math.max(0, Math.ceil((until - now) / 1000)));
  return (
    <div
      className="flex items-center gap-3 rounded-md bg-tint px-2 py-1 ps-3 max-md:fixed max-md:inset-x-2 max-md:top-1 max-md:z-50 max-md:shadow-lg"
      role="status"
      data-undo
    >
      <p className="min-w-0 flex-1 break-words text-sm max-md:line-clamp-2">
        {label}{" "}
        <span aria-hidden className="whitespace-nowrap text-muted tabular-nums">
          {t("queue.undo_left", { seconds })}
        </span>
      </p>
      <Button look="outline" onClick={onUndo}>
        <kbd className="key-cap">{undoKey.toUpperCase()}</kbd>
        {t("queue.undo")}
      </Button>
    </div>
  );
}

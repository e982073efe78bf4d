import { MessageCircleOff } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import type { DeclineReason } from "#contract/answer-promise.ts";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import { useTexts } from "#web/lib/texts.tsx";
import { useTimeout } from "#web/lib/use-timer.ts";
import { Button } from "#web/ui/button.tsx";
import { declineUndoMs } from "./use-decline.ts";

const DeclineSheet = lazyPart(() => import("./decline-sheet.tsx"));

/** The button above the field for a kind "No, thanks" to a first message. */
export function Decline({ name, onDecline }: { name: string; onDecline: (reason: DeclineReason) => void }) {
  const t = useTexts("answer-promise");
  const [open, setOpen] = useState(false);
  const sheet = { name, onDecline, onClose: () => setOpen(false) };
  return (
    <div className="mb-1.5">
      <Button look="outline" onClick={() => setOpen(true)}>
        {t("decline.open")}
      </Button>
      <Suspense fallback={null}>{open ? <DeclineSheet {...sheet} /> : null}</Suspense>
    </div>
  );
}

type WaitingProps = { name: string; reason: DeclineReason; onUndo: () => void };

/** Replaces the field while a "No, thanks" can be undone; gets the focus that the sheet's button had. */
export function DeclineWaiting({ name, reason, onUndo }: WaitingProps) {
  const t = useTexts("answer-promise");
  const words = useTexts("chat");
  const [start] = useState(Date.now);
  const [now, setNow] = useState(start);
  useTimeout(() => setNow(Date.now()), 1000, now);
  const button = useRef<HTMLButtonElement>(null);
  // waits until the sheet has returned the focus to its button, which no longer exists
  useTimeout(() => button.current?.focus(), 50);
  return (
    <div className="composer">
      <div className="mb-1.5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md bg-tint px-4 py-3">
        <div role="status" className="flex min-w-0 items-start gap-2.5">
          <MessageCircleOff aria-hidden className="mt-0.5 size-5 shrink-0 text-primary-ink" />
          <div className="min-w-0 max-w-xl">
            <p className="font-semibold">
              {t("decline.waiting", { name })}{" "}
              <span aria-hidden className="text-muted tabular-nums">
                {t("decline.left", { count: Math.max(0, Math.ceil((start + declineUndoMs - now) / 1000)) })}
              </span>
            </p>
            <p>{t(`reason.${reason}`)}</p>
          </div>
        </div>
        <Button ref={button} look="outline" onClick={onUndo}>
          {words("row.undo")}
        </Button>
      </div>
    </div>
  );
}

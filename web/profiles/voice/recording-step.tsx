import { CircleAlert, Square, Trash2 } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useTexts } from "#web/lib/texts.tsx";
import { Button } from "#web/ui/button.tsx";
import { toClock } from "./clock.ts";
import type { VoiceProblem, VoiceStep } from "./voice-store.ts";
import { Wave } from "./wave.tsx";

/** So many seconds before the end a screen reader says how many are left. */
const announcedSeconds = [10, 5];

/** Escape discards what is recorded. */
export function useEscape(active: boolean, onEscape: () => void): void {
  useEffect(() => {
    if (!active) return;
    const listener = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      onEscape();
    };
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  });
}

/** Changes at the beginning, before the end, and at the end; not each second, which the recording would hear. */
export function useAnnouncement(voice: VoiceStep | null, maxSeconds: number): string | null {
  const t = useTexts("voice");
  if (voice?.step === "draft") return t("recorded", { time: toClock(voice.draft.seconds) });
  if (voice?.step !== "recording") return null;
  const left = maxSeconds - voice.seconds;
  const seconds = announcedSeconds.findLast((each) => left <= each);
  return seconds === undefined ? t("recording") : t("left", { seconds });
}

type RecordingProps = {
  voice: Extract<VoiceStep, { step: "recording" }>;
  maxSeconds: number;
  onStop: () => void;
  onDiscard: () => void;
};

export function Recording({
  voice: { seconds, levels, held, leaving },
  maxSeconds,
  onStop,
  onDiscard,
}: RecordingProps) {
  const t = useTexts("voice");
  const isNearEnd = seconds >= maxSeconds - (announcedSeconds[0] ?? 0);
  return (
    <>
      <div className="flex items-center gap-2.5">
        <span aria-hidden className="voice-dot" />
        <span className={`voice-time ${isNearEnd ? "font-semibold text-danger-ink" : ""}`}>
          {toClock(seconds)} / {toClock(maxSeconds)}
        </span>
        <span className="voice-live motion-reduce:invisible">
          <Wave levels={levels} filled={1} />
        </span>
        <button
          type="button"
          className="icon-button"
          aria-label={t("discard")}
          title={t("discard")}
          onClick={onDiscard}
        >
          <Trash2 aria-hidden className="size-5" />
        </button>
        <button type="button" className="voice-play" aria-label={t("stop")} title={t("stop")} onClick={onStop}>
          <Square aria-hidden className="size-4 fill-current" />
        </button>
      </div>
      <p className={`mt-1 text-sm ${leaving ? "font-semibold text-danger-ink" : "text-muted"}`}>
        {t(leaving ? "hint.leaving" : held ? "hint.held" : "hint.tapped")}
      </p>
    </>
  );
}

type SendingProps = { progress: number; text: string; onCancel: () => void };

/** While a recording is sent; it can be cancelled until the server has all bytes, and may have stored it. */
export function Sending({ progress, text, onCancel }: SendingProps) {
  const shell = useTexts("shell");
  const hasArrived = progress >= 1;
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <p role="status" className="text-sm">
        {text}
      </p>
      <progress
        max={1}
        value={hasArrived ? undefined : progress}
        aria-label={text}
        className="chat-photo-progress grow basis-32"
      />
      {hasArrived ? null : (
        <Button look="quiet" onClick={onCancel}>
          {shell("cancel")}
        </Button>
      )}
    </div>
  );
}

/** Below a recording that was heard; `children` is what its other button says. */
export function DraftButtons({
  onDiscard,
  onSend,
  children,
}: {
  onDiscard: () => void;
  onSend: () => void;
  children: ReactNode;
}) {
  const t = useTexts("voice");
  return (
    <div className="mt-2 flex flex-wrap justify-end gap-2">
      <Button look="quiet" onClick={onDiscard}>
        <Trash2 aria-hidden className="size-5 shrink-0" />
        {t("discard")}
      </Button>
      <Button onClick={onSend}>{children}</Button>
    </div>
  );
}

type ProblemProps = {
  problem: VoiceProblem;
  /** By default the words for a voice message. */
  text?: string | undefined;
  onClose: () => void;
};

export function Problem({ problem, text, onClose }: ProblemProps) {
  const t = useTexts("voice");
  const shell = useTexts("shell");
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-x-3">
      <p className="flex min-w-0 grow basis-64 items-start gap-2 font-medium">
        <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger-ink" />
        {text ?? t(`problem.${problem}`)}
      </p>
      <Button look="quiet" onClick={onClose}>
        {shell("close")}
      </Button>
    </div>
  );
}

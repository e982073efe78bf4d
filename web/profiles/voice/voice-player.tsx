import { CircleAlert, LoaderCircle, Pause, Play } from "lucide-react";
import type { KeyboardEvent } from "react";
import { useFormat, useTexts } from "#web/lib/texts.tsx";
import { WithoutScripts } from "#web/ui/without-scripts.tsx";
import { toClock } from "./clock.ts";
import { saveRate } from "./playing.ts";
import { usePlayback } from "./use-playback.ts";
import { Wave } from "./wave.tsx";

/** How far a key seeks, in seconds. */
const keySteps: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -5,
  PageUp: 5,
};

type Props = {
  source: string;
  seconds: number;
  waveform: readonly number[];
  /** The name of the button that plays it; by default that of a voice message. */
  label?: string;
};

/** Plays a recording after a tap. Without scripts the browser's own player does. */
export function VoicePlayer({ source, seconds, waveform, label }: Props) {
  const t = useTexts("voice.player");
  const shell = useTexts("shell");
  const format = useFormat();
  const { state, position, rate, play, pause, seek } = usePlayback(source, seconds);
  const length = toClock(seconds);
  const isOn = state === "playing" || state === "loading";
  const Icon = state === "loading" ? LoaderCircle : isOn ? Pause : Play;
  const onKeyDown = (event: KeyboardEvent) => {
    const step = keySteps[event.key];
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    seek(position + step);
  };
  return (
    <div className="min-w-0">
      <div className="voice-player noscript:hidden">
        <button
          type="button"
          className="voice-play"
          aria-label={isOn ? t("pause") : (label ?? t("play", { time: length }))}
          onClick={() => void (isOn ? pause() : play())}
        >
          <Icon aria-hidden className={`size-5 ${state === "loading" ? "motion-safe:animate-spin" : ""}`} />
        </button>
        <span className="voice-track">
          <Wave levels={waveform} filled={position / seconds} />
          <input
            type="range"
            min={0}
            max={seconds}
            step={0.1}
            value={position}
            className="voice-seek"
            aria-label={t("position")}
            aria-valuetext={t("at", { time: toClock(position), length })}
            onChange={({ currentTarget }) => seek(currentTarget.valueAsNumber)}
            onKeyDown={onKeyDown}
          />
        </span>
        <span className="voice-time">{toClock(position > 0 ? position : seconds)}</span>
        <button
          type="button"
          className="voice-rate"
          aria-label={t("rate", { rate: format.number(rate) })}
          onClick={() => saveRate(rate === 1 ? 1.5 : 1)}
        >
          {format.number(rate)}×
        </button>
      </div>
      <div role="alert">
        {state === "failed" ? (
          <p className="flex items-center gap-1.5 text-sm">
            <CircleAlert aria-hidden className="size-4 shrink-0" />
            {t("failed")}
            <button type="button" className="min-h-11 px-1 font-semibold underline" onClick={() => void play()}>
              {shell("offline.again")}
            </button>
          </p>
        ) : null}
      </div>
      <WithoutScripts>
        {/* biome-ignore lint/a11y/useMediaCaption: no one has written down what a member says */}
        <audio controls preload="none" src={source} className="max-w-full" />
      </WithoutScripts>
    </div>
  );
}

import { Mic } from "lucide-react";
import { type PointerEvent, Suspense, useEffect, useRef, useSyncExternalStore } from "react";
import type { Card } from "#contract/profiles.ts";
import { useAttachmentCredits } from "#web/chat/gifts/price.ts";
import type { Sent } from "#web/chat/outbox.ts";
import { lazyPart } from "#web/lib/lazy-part.tsx";
import { useMember } from "#web/lib/live-state.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { discardVoice, leaveVoice, panelId, startVoice, stopVoice } from "#web/profiles/voice/voice-actions.ts";
import { getVoice, listenToVoice, setVoice } from "#web/profiles/voice/voice-store.ts";
import { keepRecording } from "./kept-recording.ts";

const VoicePanel = lazyPart(() => import("./voice-panel.tsx"));

/** Holding the button longer than this records until it is let go; a shorter press records until the next one. */
const tapMs = 400;
/** A finger that has slid this far from where it began discards the recording. */
const leavePx = 80;

function useVoiceStep(partner: string) {
  return useSyncExternalStore(
    listenToVoice,
    () => getVoice(partner)?.step ?? null,
    () => null,
  );
}

const isMain = ({ isPrimary, button }: PointerEvent) => isPrimary && button === 0;

/** Records a voice message: a tap begins and a second one ends it, or it lasts as long as the button is held. */
export function VoiceButton({ partner: card }: { partner: Card }) {
  const { id: partner } = card;
  const t = useTexts("voice");
  const credits = useAttachmentCredits("voice", card);
  const step = useVoiceStep(partner);
  const press = useRef<{ at: number; x: number; y: number } | null>(null);
  const wasPointer = useRef(false);
  const user = useMember();
  const viewer = user?.id;
  useEffect(() => {
    if (viewer !== undefined) keepRecording(viewer, partner);
  }, [viewer, partner]);
  // the microphone is free again once the chat is left
  useEffect(() => () => leaveVoice(partner), [partner]);

  const change = (changes: { held?: boolean; leaving?: boolean }) => {
    const current = getVoice(partner);
    if (current?.step === "recording") setVoice(partner, { ...current, ...changes });
    if (current?.step === "asking") setVoice(partner, { ...current, held: changes.held ?? current.held });
  };
  const begin = (held: boolean) => {
    const current = getVoice(partner)?.step;
    if (current === "asking" || current === "recording") return stopVoice(partner);
    // a recording that was not sent is never replaced
    if (current === "draft") return document.getElementById(panelId(partner))?.focus();
    if ((user?.credits ?? 0) < credits && current !== "problem")
      setVoice(partner, { step: "problem", problem: "no_credits" });
    else void startVoice(partner, held);
    return undefined;
  };
  const release = () => {
    const { current: pressed } = press;
    press.current = null;
    const voice = getVoice(partner);
    if (pressed === null || voice === null) return;
    if (performance.now() - pressed.at < tapMs || voice.step !== "recording") return change({ held: false });
    if (voice.leaving) discardVoice(partner);
    else stopVoice(partner);
  };
  const isOn = step === "asking" || step === "recording";
  const label = isOn ? t("stop") : credits === 0 ? t("button") : t("button_price", { count: credits });
  return (
    <button
      type="button"
      className={`icon-button voice-button noscript:hidden ${isOn ? "voice-button-on" : ""}`}
      aria-label={label}
      title={label}
      onPointerDown={(event) => {
        if (!isMain(event)) return;
        wasPointer.current = true;
        const isIdle = [undefined, "problem"].includes(getVoice(partner)?.step);
        if (isIdle) {
          press.current = { at: performance.now(), x: event.clientX, y: event.clientY };
          event.currentTarget.setPointerCapture(event.pointerId);
        }
        begin(isIdle);
      }}
      onPointerMove={({ clientX, clientY }) => {
        const from = press.current;
        if (from !== null) change({ leaving: Math.hypot(clientX - from.x, clientY - from.y) > leavePx });
      }}
      onPointerUp={release}
      onPointerCancel={() => {
        press.current = null;
        change({ held: false, leaving: false });
      }}
      onContextMenu={(event) => event.preventDefault()}
      onClick={() => {
        // the pointer did it already; keys and some screen readers only click
        if (wasPointer.current) wasPointer.current = false;
        else begin(false);
      }}
    >
      <Mic aria-hidden className="size-5" />
    </button>
  );
}

type SlotProps = { partner: Card; onSent: (sent: Sent) => void };

/** Where the recording stands in the composer. */
export function VoiceSlot({ partner, onSent }: SlotProps) {
  const step = useVoiceStep(partner.id);
  if (step === null) return null;
  return (
    <Suspense fallback={null}>
      <VoicePanel partner={partner} onSent={onSent} />
    </Suspense>
  );
}

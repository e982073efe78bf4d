import { CircleAlert, SendHorizontal } from "lucide-react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { useLocation, useRevalidator } from "react-router";
import type { Card } from "#contract/profiles.ts";
import { AttachmentPrice } from "#web/chat/attachment-price.tsx";
import { useAttachmentCredits } from "#web/chat/gifts/price.ts";
import type { Sent } from "#web/chat/outbox.ts";
import { Remedy } from "#web/chat/send-failure.tsx";
import { useTexts } from "#web/lib/texts.tsx";
import { useIsMounted } from "#web/lib/use-is-mounted.ts";
import {
  DraftButtons,
  Problem,
  Recording,
  Sending,
  useAnnouncement,
  useEscape,
} from "#web/profiles/voice/recording-step.tsx";
import { stopSending } from "#web/profiles/voice/send-recording.ts";
import { discardVoice, maxSeconds, panelId, startVoice, stopVoice } from "#web/profiles/voice/voice-actions.ts";
import { VoicePlayer } from "#web/profiles/voice/voice-player.tsx";
import { getVoice, listenToVoice, type VoiceDraft, type VoiceStep } from "#web/profiles/voice/voice-store.ts";
import { Button } from "#web/ui/button.tsx";
import { sendDraft } from "./send-voice.ts";

type Props = { partner: Card; onSent: (sent: Sent) => void };

/** The recording as it goes on; then it is heard, discarded or sent. */
export default function VoicePanel({ partner, onSent }: Props) {
  const t = useTexts("voice");
  const { id } = partner;
  const credits = useAttachmentCredits("voice", partner);
  const voice = useSyncExternalStore(
    listenToVoice,
    () => getVoice(id),
    () => null,
  );
  const panel = useRef<HTMLElement>(null);
  const isDraft = voice?.step === "draft";
  useEffect(() => {
    // the keyboard goes on where the recording now is; a member who writes meanwhile is not disturbed
    const { activeElement } = document;
    const isWriting = activeElement instanceof HTMLTextAreaElement || activeElement instanceof HTMLInputElement;
    if (isDraft && !isWriting) panel.current?.focus({ preventScroll: true });
  }, [isDraft]);
  useEscape(voice?.step === "recording" || voice?.step === "asking", () => discardVoice(id));
  return (
    <section ref={panel} id={panelId(id)} tabIndex={-1} aria-label={t("title")} className="voice-panel">
      <p role="status" className="sr-only">
        {useAnnouncement(voice, maxSeconds)}
      </p>
      {voice === null ? null : <Step {...{ partner, credits, voice, onSent }} />}
    </section>
  );
}

type StepProps = { partner: Card; credits: number; voice: VoiceStep; onSent: (sent: Sent) => void };

function Step({ partner, credits, voice, onSent }: StepProps) {
  const t = useTexts("voice");
  const { id } = partner;
  switch (voice.step) {
    case "asking":
      return <p className="text-sm">{t("asking")}</p>;
    case "problem":
      if (voice.problem === "no_credits") return <TooFewCredits {...{ partner, credits }} />;
      return <Problem problem={voice.problem} onClose={() => discardVoice(id)} />;
    case "recording":
      return (
        <>
          <Recording
            voice={voice}
            maxSeconds={maxSeconds}
            onStop={() => stopVoice(id)}
            onDiscard={() => discardVoice(id)}
          />
          <AttachmentPrice partner={partner} count={credits} className="mt-1" />
        </>
      );
    case "draft":
      return <Draft {...{ partner, credits, onSent }} draft={voice.draft} />;
  }
}

/** Says before the recording that it can't be sent yet. Recorded all the same, it is kept until there are credits. */
function TooFewCredits({ partner, credits }: { partner: Card; credits: number }) {
  const t = useTexts("voice");
  const shell = useTexts("shell");
  const { pathname } = useLocation();
  const { id } = partner;
  return (
    <div role="alert">
      <p className="flex items-start gap-2 font-medium">
        <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-danger-ink" />
        {t("problem.no_credits")}
      </p>
      <AttachmentPrice partner={partner} count={credits} className="mt-1" />
      <p className="mt-1 text-muted text-sm">{t("kept")}</p>
      <div className="mt-2 flex flex-wrap items-center justify-end gap-2">
        <Button look="quiet" onClick={() => discardVoice(id)}>
          {shell("close")}
        </Button>
        <Button look="outline" onClick={() => void startVoice(id, false)}>
          {t("record_anyway")}
        </Button>
        <Remedy code="not_enough_credits" back={pathname} />
      </div>
    </div>
  );
}

type DraftProps = { partner: Card; credits: number; draft: VoiceDraft; onSent: (sent: Sent) => void };

function Draft({ partner, credits: count, draft, onSent }: DraftProps) {
  const t = useTexts("voice");
  const chat = useTexts("chat");
  const { id } = partner;
  const { state, preview, seconds, waveform, progress } = draft;
  const { revalidate } = useRevalidator();
  const isMounted = useIsMounted();
  const send = async () => {
    // the prices that the page was loaded with are older ones
    const sent = await sendDraft(id, count, ({ code }) => code === "message_price_changed" && revalidate());
    // not if the member has gone to another page meanwhile
    if (sent && isMounted()) onSent(sent);
  };
  if (state === "sending") return <Sending progress={progress} text={t("sending")} onCancel={() => stopSending(id)} />;
  return (
    <>
      <VoicePlayer key={preview} source={preview} seconds={seconds} waveform={waveform} />
      <AttachmentPrice partner={partner} count={count} className="mt-1" />
      <p className="text-muted text-sm">{t("reported")}</p>
      <Failure draft={draft} />
      <DraftButtons onDiscard={() => discardVoice(id)} onSend={() => void send()}>
        <SendHorizontal aria-hidden className="size-5 shrink-0" />
        {state === "unknown"
          ? chat("state.retry")
          : count === 0
            ? chat("composer.send")
            : chat("composer.send_price", { count })}
      </DraftButtons>
    </>
  );
}

function Failure({ draft: { failure, state } }: { draft: VoiceDraft }) {
  const t = useTexts("voice");
  const chat = useTexts("chat");
  const { pathname } = useLocation();
  return (
    <div role="alert">
      {failure === null ? null : (
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md bg-danger-tint px-3.5 py-2.5">
          <p className="flex min-w-0 grow items-start gap-2 font-medium text-danger-ink">
            <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
            {state === "unknown" ? chat("state.unknown") : failure.message || t("failed")}
          </p>
          {failure.code === "not_enough_credits" ? <p className="text-sm">{t("kept")}</p> : null}
          <Remedy code={failure.code} back={pathname} />
        </div>
      )}
    </div>
  );
}

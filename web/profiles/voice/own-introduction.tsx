import { CircleAlert, Clock3, Mic, Trash2, Upload } from "lucide-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import {
  deleteVoiceIntroduction,
  getVoiceIntroduction,
  maxIntroductionSeconds,
  type OwnIntroduction,
  type OwnSound,
  uploadVoiceIntroduction,
} from "#contract/voice-introductions.ts";
import { call } from "#web/lib/call.ts";
import { useLiveEvent } from "#web/lib/live-state.ts";
import { useSettings } from "#web/lib/root-data.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { useCall } from "#web/lib/use-call.ts";
import { useLoadedState } from "#web/lib/use-loaded-state.ts";
import { Button } from "#web/ui/button.tsx";
import { Dialog } from "#web/ui/dialog.tsx";
import { FormError } from "#web/ui/form-error.tsx";
import { FormKey } from "#web/ui/form-key.tsx";
import { Notice } from "#web/ui/notice.tsx";
import { TextLink } from "#web/ui/text-link.tsx";
import { WithoutScripts } from "#web/ui/without-scripts.tsx";
import { introductionField } from "./introduction-field.ts";
import { IntroductionPlayer } from "./introduction-player.tsx";
import { DraftButtons, Problem, Recording, Sending, useAnnouncement, useEscape } from "./recording-step.tsx";
import { sendRecording, stopSending } from "./send-recording.ts";
import { discardVoice, leaveVoice, startVoice, stopVoice } from "./voice-actions.ts";
import { getVoice, introductionKey, listenToVoice, type VoiceDraft, type VoiceStep } from "./voice-store.ts";

/** The member's own voice introduction: what others hear, what waits, what was rejected, and a new recording. */
export function OwnIntroductionField({ loaded }: { loaded: OwnIntroduction }) {
  const t = useTexts("voice-introductions");
  const { voice_introductions: isOffered } = useSettings();
  const [own, setOwn] = useLoadedState(loaded);
  const [isApproved, setApproved] = useState(false);
  const voice = useSyncExternalStore(
    listenToVoice,
    () => getVoice(introductionKey),
    () => null,
  );
  const announcement = useAnnouncement(voice, maxIntroductionSeconds);
  useEscape(voice?.step === "recording" || voice?.step === "asking", () => discardVoice(introductionKey));
  // the microphone is free again once the page is left
  useEffect(() => () => leaveVoice(introductionKey), []);
  useLiveEvent((event) => {
    if (event.type !== "voice_introduction") return;
    call(getVoiceIntroduction, {}).then(
      (answer) => {
        setOwn(answer);
        setApproved(true);
      },
      () => undefined,
    );
  });
  const onSaved = (answer: OwnIntroduction) => {
    setOwn(answer);
    setApproved(false);
  };
  const waitingNote = own.active === null ? t("state.waiting") : `${t("state.waiting")} ${t("state.replaces")}`;
  return (
    <>
      {isOffered ? <p className="mb-4 text-muted">{t("intro", { seconds: maxIntroductionSeconds })}</p> : null}
      <div className="grid gap-4 empty:hidden">
        {own.active === null ? null : (
          <Stored sound={own.active} note={t(isOffered ? "state.active" : "state.off")} onDeleted={onSaved} />
        )}
        {own.waiting === null ? null : (
          <Stored
            sound={own.waiting}
            note={isOffered ? waitingNote : t("state.off")}
            waits={isOffered}
            onDeleted={onSaved}
          />
        )}
        {own.rejected === null ? null : <Rejected rejected={own.rejected} />}
      </div>
      <p role="status" className={isApproved ? "mt-4 font-medium" : "sr-only"}>
        {isApproved ? t("state.approved") : announcement}
      </p>
      {isOffered ? <NewRecording voice={voice} own={own} onSaved={onSaved} /> : null}
    </>
  );
}

type NewRecordingProps = { voice: VoiceStep | null; own: OwnIntroduction; onSaved: (own: OwnIntroduction) => void };

function NewRecording({ voice, own, onSaved }: NewRecordingProps) {
  const t = useTexts("voice-introductions");
  const isFirst = own.active === null && own.waiting === null && own.rejected === null;
  return (
    <>
      <div className="mt-4 noscript:hidden">
        {voice === null ? (
          <Button look="outline" onClick={() => void startVoice(introductionKey, false, maxIntroductionSeconds)}>
            <Mic aria-hidden className="size-5 shrink-0" />
            {t(isFirst ? "record" : "again")}
          </Button>
        ) : (
          <div className="rounded-lg border border-line bg-surface px-3.5 py-2.5">
            <Step voice={voice} onSaved={onSaved} />
          </div>
        )}
      </div>
      <WithoutScripts>
        <p className="mt-4 text-muted text-sm">{t("scripts")}</p>
      </WithoutScripts>
    </>
  );
}

type StoredProps = {
  sound: OwnSound;
  note: string;
  waits?: boolean;
  onDeleted: (own: OwnIntroduction) => void;
};

function Stored({ sound: { id, ...sound }, note, waits = false, onDeleted }: StoredProps) {
  const t = useTexts("voice-introductions");
  const photos = useTexts("photos");
  const [asks, setAsks] = useState(false);
  const { run, failure, pending } = useCall(deleteVoiceIntroduction);
  const remove = async () => {
    const answer = await run({ body: { id } });
    setAsks(false);
    if (answer !== null) onDeleted(answer);
  };
  return (
    <div>
      <div className="flex items-start justify-between gap-2">
        <IntroductionPlayer {...sound} />
        <button
          type="button"
          className="icon-button noscript:hidden"
          aria-label={photos("own.remove")}
          title={photos("own.remove")}
          onClick={() => setAsks(true)}
        >
          <Trash2 aria-hidden className="size-5" />
        </button>
      </div>
      <p className="mt-1 flex items-start gap-1.5 text-sm">
        {waits ? <Clock3 aria-hidden className="mt-0.5 size-4 shrink-0" /> : null}
        {note}
      </p>
      <FormError failure={failure} />
      <WithoutScripts>
        <form method="post" className="mt-2">
          <FormKey />
          <Button type="submit" look="outline" name={introductionField} value={id}>
            {photos("own.remove")}
          </Button>
        </form>
      </WithoutScripts>
      <Dialog open={asks} onClose={() => setAsks(false)} title={t("remove.title")}>
        <p>{t("remove.text")}</p>
        <div className="mt-5 flex flex-wrap gap-3">
          <Button look="danger" pending={pending} onClick={() => void remove()}>
            {photos("own.remove")}
          </Button>
          <Button look="outline" onClick={() => setAsks(false)}>
            {photos("own.remove_keep")}
          </Button>
        </div>
      </Dialog>
    </div>
  );
}

/** Why the latest one was rejected, with the way to the decision and its appeal. */
function Rejected({ rejected: { reason, decision } }: { rejected: NonNullable<OwnIntroduction["rejected"]> }) {
  const t = useTexts("voice-introductions");
  return (
    <Notice tone="warning" title={t("state.rejected")}>
      <p>{t(`why.${reason}`)}</p>
      {decision === null ? null : <TextLink to={`/decisions#${decision}`}>{t("decision")}</TextLink>}
    </Notice>
  );
}

type StepProps = { voice: VoiceStep; onSaved: (own: OwnIntroduction) => void };

function Step({ voice, onSaved }: StepProps) {
  const t = useTexts("voice");
  const own = useTexts("voice-introductions");
  switch (voice.step) {
    case "asking":
      return <p className="text-sm">{t("asking")}</p>;
    case "problem": {
      const { problem } = voice;
      const text = problem === "too_short" || problem === "unsupported" ? own(`problem.${problem}`) : undefined;
      return <Problem problem={problem} text={text} onClose={() => discardVoice(introductionKey)} />;
    }
    case "recording":
      return (
        <Recording
          voice={voice}
          maxSeconds={maxIntroductionSeconds}
          onStop={() => stopVoice(introductionKey)}
          onDiscard={() => discardVoice(introductionKey)}
        />
      );
    case "draft":
      return <Draft draft={voice.draft} onSaved={onSaved} />;
  }
}

type DraftProps = { draft: VoiceDraft; onSaved: (own: OwnIntroduction) => void };

/** What was recorded is heard, and then saved or discarded. */
function Draft({ draft: { state, preview, seconds, waveform, progress, failure }, onSaved }: DraftProps) {
  const t = useTexts("voice-introductions");
  const save = async () => {
    const answer = await sendRecording(introductionKey, (body, { call: send, ...options }) =>
      send(uploadVoiceIntroduction, { body, ...options }),
    );
    if (answer !== null) onSaved(answer);
  };
  if (state === "sending")
    return <Sending progress={progress} text={t("sending")} onCancel={() => stopSending(introductionKey)} />;
  return (
    <>
      <IntroductionPlayer filename={preview} {...{ seconds, waveform }} />
      <div role="alert">
        {failure === null ? null : (
          <p className="mt-2 flex items-start gap-2 rounded-md bg-danger-tint px-3.5 py-2.5 font-medium text-danger-ink">
            <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
            {state === "unknown" ? t("unknown") : failure.message || t("failed")}
          </p>
        )}
      </div>
      <DraftButtons onDiscard={() => discardVoice(introductionKey)} onSend={() => void save()}>
        <Upload aria-hidden className="size-5 shrink-0" />
        {state === "unknown" ? t("retry") : t("send")}
      </DraftButtons>
    </>
  );
}

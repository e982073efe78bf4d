import { newKey } from "#web/lib/api.ts";
import { createListeners } from "#web/lib/listeners.ts";
import { onTracesDeleted } from "#web/lib/traces.ts";
import type { FormFailure } from "#web/lib/use-call.ts";

/** Why there is no recording. `no_credits`: the member has too few to send one, and is told before they record. */
export type VoiceProblem = "no_credits" | "refused" | "no_microphone" | "unsupported" | "failed" | "too_short";

/** A recording before it is a message. `unknown`: no answer came, but it may have arrived. */
export type VoiceDraft = {
  file: File;
  /** The address of the recording in this page. */
  preview: string;
  seconds: number;
  waveform: readonly number[];
  state: "ready" | "sending" | "unknown";
  /** The share of the bytes sent, from 0 to 1. */
  progress: number;
  failure: FormFailure | null;
  key: string;
};

export type VoiceStep =
  /** The browser asks for the microphone. Each attempt is another object. */
  | { step: "asking"; attempt: object; held: boolean }
  /** `held`: it ends as soon as the finger leaves the button; `leaving`: then it is discarded. */
  | { step: "recording"; seconds: number; levels: readonly number[]; held: boolean; leaving: boolean }
  | { step: "problem"; problem: VoiceProblem }
  | { step: "draft"; draft: VoiceDraft };

/** Stands for the member's own profile, instead of a chat partner. */
export const introductionKey = "introduction";

const steps = new Map<string, VoiceStep>();
const { listen, emit } = createListeners();

/** Runs `listener` when a step changes; returns a function that stops it. */
export const listenToVoice = listen;

/**
 * How far the voice message to this member is, or by `introductionKey` that of the own profile. It survives
 * navigation, but no logout; a voice message survives a reload, too (`keepRecording`).
 */
export const getVoice = (partner: string): VoiceStep | null => steps.get(partner) ?? null;

export function setVoice(partner: string, next: VoiceStep | null): void {
  const step = steps.get(partner);
  if (step?.step === "draft" && (next?.step !== "draft" || next.draft.preview !== step.draft.preview)) {
    URL.revokeObjectURL(step.draft.preview);
  }
  if (next === null) steps.delete(partner);
  else steps.set(partner, next);
  emit();
}

export function updateDraft(partner: string, changes: Partial<VoiceDraft>): void {
  const step = steps.get(partner);
  if (step?.step === "draft") setVoice(partner, { step: "draft", draft: { ...step.draft, ...changes } });
}

type Recorded = Pick<VoiceDraft, "file" | "seconds" | "waveform"> & Partial<Pick<VoiceDraft, "key" | "state">>;

export function setDraft(partner: string, { key = newKey(), state = "ready", ...recorded }: Recorded): void {
  const draft = { ...recorded, preview: URL.createObjectURL(recorded.file), key, state };
  setVoice(partner, { step: "draft", draft: { ...draft, progress: 0, failure: null } });
}

/** `lastModified`: when it was recorded, in milliseconds. */
export const toSoundFile = (parts: BlobPart[], type: string, lastModified = Date.now()): File =>
  new File(parts, type === "audio/webm" ? "voice.webm" : "voice.m4a", { type, lastModified });

onTracesDeleted(() => {
  for (const partner of [...steps.keys()]) setVoice(partner, null);
});

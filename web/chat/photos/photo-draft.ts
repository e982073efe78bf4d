import type { AnswerOf } from "#contract/call.ts";
import { sendChatPhoto } from "#contract/chat-photos.ts";
import { withoutPromise } from "#web/chat/promise/agreed.ts";
import { ApiFailure, newKey } from "#web/lib/api.ts";
import { createBrowserCall } from "#web/lib/call.ts";
import { createListeners } from "#web/lib/listeners.ts";
import { onTracesDeleted } from "#web/lib/traces.ts";
import { type FormFailure, type OnFailure, toFailure } from "#web/lib/use-call.ts";
import { findProblem, isTooSmall, measurePicture, type PictureProblem } from "#web/profiles/photos/picture-check.ts";
import { createXhrTransport } from "#web/profiles/photos/send-photo.ts";

export type SentPhoto = AnswerOf<typeof sendChatPhoto>;

/** A chosen photo before it is a message. `unknown`: no answer came, but it may have arrived. */
export type PhotoDraft = {
  file: File;
  preview: string;
  /** Why it can't be sent, as far as the browser can tell; null if it can. */
  problem: PictureProblem | null;
  text: string;
  state: "chosen" | "sending" | "unknown";
  /** The share of the bytes sent, from 0 to 1. */
  progress: number;
  failure: FormFailure | null;
};

type StoredDraft = { draft: PhotoDraft; key: string; sending: AbortController | null };

const drafts = new Map<string, StoredDraft>();
const { listen, emit } = createListeners();

/** Runs `listener` when a draft changes; returns a function that stops it. */
export const listenToDrafts = listen;

/** The draft is in the page's memory: it survives navigation, such as to buy credits, but no reload and no logout. */
export const getDraft = (partner: string): PhotoDraft | null => drafts.get(partner)?.draft ?? null;

function updateDraft(partner: string, changes: Partial<PhotoDraft>): void {
  const entry = drafts.get(partner);
  if (!entry) return;
  drafts.set(partner, { ...entry, draft: { ...entry.draft, ...changes } });
  emit();
}

/** Replaces the chosen photo; the words stay. */
export async function choosePhoto(partner: string, file: File): Promise<void> {
  const text = getDraft(partner)?.text ?? "";
  discardDraft(partner);
  const problem = findProblem(file) ?? null;
  const draft = { file, preview: URL.createObjectURL(file), problem, text, progress: 0, failure: null } as const;
  drafts.set(partner, { draft: { ...draft, state: "chosen" }, key: newKey(), sending: null });
  emit();
  if (problem !== null) return;
  const tooSmall = isTooSmall(await measurePicture(draft.preview));
  if (tooSmall && getDraft(partner)?.file === file) updateDraft(partner, { problem: "too_small" });
}

export function changeText(partner: string, text: string): void {
  updateDraft(partner, { text, failure: null });
}

export function stopSending(partner: string): void {
  const entry = drafts.get(partner);
  if (!entry) return;
  entry.sending?.abort();
  drafts.set(partner, { ...entry, sending: null, draft: { ...entry.draft, state: "chosen", progress: 0 } });
  emit();
}

export function discardDraft(partner: string): void {
  const entry = drafts.get(partner);
  entry?.sending?.abort();
  if (entry) URL.revokeObjectURL(entry.draft.preview);
  drafts.delete(partner);
  emit();
}
onTracesDeleted(() => [...drafts.keys()].forEach(discardDraft));

/** Every try has the same `Idempotency-Key` (R7.03). `credits`: the price that the member sees. Null: not sent. */
export async function sendDraft(partner: string, credits: number, onFailure: OnFailure): Promise<SentPhoto | null> {
  const entry = drafts.get(partner);
  if (!entry || entry.draft.state === "sending") return null;
  const { draft, key } = entry;
  const sending = new AbortController();
  drafts.set(partner, { ...entry, sending, draft: { ...draft, state: "sending", progress: 0, failure: null } });
  emit();
  const isCurrent = () => drafts.get(partner)?.sending === sending;
  const transport = createXhrTransport((progress) => isCurrent() && updateDraft(partner, { progress }));
  try {
    const text = draft.text.normalize("NFC").trim();
    const body = { member: partner, text, file: draft.file, credits, ...withoutPromise(partner) };
    const sent = await createBrowserCall(transport)(sendChatPhoto, { body, key, signal: sending.signal });
    if (isCurrent()) discardDraft(partner);
    return sent;
  } catch (error) {
    if (sending.signal.aborted) return null;
    const failure = toFailure(error);
    const refused = error instanceof ApiFailure && error.status >= 400 && error.status < 500;
    if (isCurrent()) updateDraft(partner, { state: refused ? "chosen" : "unknown", failure });
    onFailure(failure);
    return null;
  }
}

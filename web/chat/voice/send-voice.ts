import type { AnswerOf } from "#contract/call.ts";
import { sendVoiceMessage } from "#contract/voice.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { createBrowserCall } from "#web/lib/call.ts";
import { type OnFailure, toFailure } from "#web/lib/use-call.ts";
import { createXhrTransport } from "#web/profiles/photos/send-photo.ts";
import { getVoice, listenToVoice, setVoice, updateDraft } from "./voice-store.ts";

export type SentVoice = AnswerOf<typeof sendVoiceMessage>;

/** The sending of each member's draft, by the draft's key. */
const sendings = new Map<string, AbortController>();

const getDraft = (partner: string) => {
  const voice = getVoice(partner);
  return voice?.step === "draft" ? voice.draft : null;
};

export function stopSending(partner: string): void {
  const draft = getDraft(partner);
  if (draft === null) return;
  sendings.get(draft.key)?.abort();
  updateDraft(partner, { state: "ready", progress: 0 });
}

/** Every try has the same `Idempotency-Key` (R7.03). `credits`: the price that the member sees. Null: not sent. */
export async function sendDraft(partner: string, credits: number, onFailure?: OnFailure): Promise<SentVoice | null> {
  const draft = getDraft(partner);
  if (draft === null || draft.state === "sending") return null;
  const { key, file, waveform } = draft;
  const sending = new AbortController();
  sendings.set(key, sending);
  // a logout forgets the draft: nothing is sent for it any more
  const unlisten = listenToVoice(() => getDraft(partner)?.key !== key && sending.abort());
  const isCurrent = () => !sending.signal.aborted;
  updateDraft(partner, { state: "sending", progress: 0, failure: null });
  const transport = createXhrTransport((progress) => isCurrent() && updateDraft(partner, { progress }));
  try {
    const body = { member: partner, credits, waveform: JSON.stringify(waveform), file };
    const sent = await createBrowserCall(transport)(sendVoiceMessage, { body, key, signal: sending.signal });
    unlisten();
    if (isCurrent()) setVoice(partner, null);
    return sent;
  } catch (error) {
    if (sending.signal.aborted) return null;
    const failure = toFailure(error);
    const refused = error instanceof ApiFailure && error.status >= 400 && error.status < 500;
    updateDraft(partner, { state: refused ? "ready" : "unknown", failure });
    onFailure?.(failure);
    return null;
  } finally {
    unlisten();
    sendings.delete(key);
  }
}

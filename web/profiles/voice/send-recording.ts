import { ApiFailure } from "#web/lib/api.ts";
import { createBrowserCall } from "#web/lib/call.ts";
import { type OnFailure, toFailure } from "#web/lib/use-call.ts";
import { createXhrTransport } from "#web/profiles/photos/send-photo.ts";
import { getVoice, listenToVoice, setVoice, updateDraft, type VoiceDraft } from "./voice-store.ts";

/** The sending of each draft, by the draft's key. */
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

type Options = { call: ReturnType<typeof createBrowserCall>; key: string; signal: AbortSignal };

/** Every try has the same `Idempotency-Key` (R7.03). Null: not sent. */
export async function sendRecording<Answer>(
  partner: string,
  send: (form: { file: File; waveform: string }, options: Options) => Promise<Answer>,
  onFailure?: OnFailure,
): Promise<Answer | null> {
  const draft: VoiceDraft | null = getDraft(partner);
  if (draft === null || draft.state === "sending") return null;
  const { key, file, waveform } = draft;
  const sending = new AbortController();
  const { signal } = sending;
  sendings.set(key, sending);
  // a logout forgets the draft: nothing is sent for it any more
  const unlisten = listenToVoice(() => getDraft(partner)?.key !== key && sending.abort());
  const isCurrent = () => !signal.aborted;
  updateDraft(partner, { state: "sending", progress: 0, failure: null });
  const transport = createXhrTransport((progress) => isCurrent() && updateDraft(partner, { progress }));
  try {
    const form = { file, waveform: JSON.stringify(waveform) };
    const answer = await send(form, { call: createBrowserCall(transport), key, signal });
    unlisten();
    if (isCurrent()) setVoice(partner, null);
    return answer;
  } catch (error) {
    if (signal.aborted) return null;
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

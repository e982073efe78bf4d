import type { AnswerOf } from "#contract/call.ts";
import { sendVoiceMessage } from "#contract/voice.ts";
import type { OnFailure } from "#web/lib/use-call.ts";
import { sendRecording } from "#web/profiles/voice/send-recording.ts";

export type SentVoice = AnswerOf<typeof sendVoiceMessage>;

/** `credits`: the price that the member sees. Null: not sent. */
export const sendDraft = (partner: string, credits: number, onFailure: OnFailure): Promise<SentVoice | null> =>
  sendRecording(
    partner,
    (form, { call, ...options }) => call(sendVoiceMessage, { body: { member: partner, credits, ...form }, ...options }),
    onFailure,
  );

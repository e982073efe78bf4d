import type { PhotoRejection, VoiceAttachment } from "#contract/attachments.ts";
import { voiceFile } from "#server/features/profiles/index.ts";

/** A voice message with the facts that determine what a reader may learn of it. */
type VoiceRow = {
  id: string;
  author_id: string;
  status: string;
  reason: string | null;
  media_type: string;
  seconds: number;
  waveform: number[];
  /** The price of its message. */
  credits: number;
};

/**
 * What a reader of the chat gets of a voice message. One that was rejected is heard by no member any more, and only its
 * author learns why. `viewerId` is null for staff, who read the chat for a report.
 */
export function showVoice(voice: VoiceRow, viewerId: string | null): VoiceAttachment {
  const isActive = voice.status === "active";
  const reason = voice.reason as PhotoRejection | null;
  const isMine = voice.author_id === viewerId;
  return {
    kind: "voice",
    status: isActive ? "active" : "rejected",
    seconds: voice.seconds,
    waveform: voice.waveform,
    filename: isActive ? `/voice-messages/${voiceFile(voice.id, voice.media_type)}` : null,
    ...(isMine && reason !== null && { rejected: { reason, credits: voice.credits } }),
  };
}

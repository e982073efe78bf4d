import type { PhotoRejection, VoiceAttachment } from "#contract/attachments.ts";
import { memberFolder, type PhotoOf } from "#server/features/profiles/index.ts";
import type { Recording } from "./clean-recording.ts";

type MediaType = Recording["mediaType"];
const endings = { "audio/webm": "webm", "audio/mp4": "m4a" } as const satisfies Record<MediaType, string>;

/** The place of a voice message's file: its id is unique among the photos of its author, too. */
type VoiceOf = PhotoOf;

/** The folder of a voice message's file, among those of its author. */
export function voiceFolder(voice: VoiceOf): string {
  return `${memberFolder(voice)}voice/${voice.id}/`;
}

/** A constraint limits the column to these types. */
const endingOf = (type: string) => endings[type as MediaType];

export const voiceKey = (voice: VoiceOf, type: string) => `${voiceFolder(voice)}sound.${endingOf(type)}`;

/** The name of the file in its address. */
export const voiceFile = (id: string, type: string) => `${id}.${endingOf(type)}`;

/** The media type of a voice message's file, by its key. */
export const soundTypeOf = (key: string): MediaType => (key.endsWith(".webm") ? "audio/webm" : "audio/mp4");

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

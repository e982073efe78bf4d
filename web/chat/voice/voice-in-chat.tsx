import { MicOff } from "lucide-react";
import type { VoiceAttachment } from "#contract/attachments.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { VoicePlayer } from "#web/profiles/voice/voice-player.tsx";

type Props = { voice: VoiceAttachment; mine: boolean };

/** A voice message in its bubble, or why it can't be heard any more. */
export function VoiceInChat({ voice, mine }: Props) {
  const t = useTexts("voice");
  const { filename, seconds, waveform, rejected } = voice;
  if (filename !== null) {
    return (
      <div className={`bubble ${mine ? "bubble-mine" : "bubble-theirs"}`}>
        <VoicePlayer source={filename} seconds={seconds} waveform={waveform} />
      </div>
    );
  }
  return (
    <p className="chat-photo-note">
      <MicOff aria-hidden className="mt-0.5 size-5 shrink-0" />
      <span>
        {rejected ? t(`rejected.${rejected.reason}`) : t("chat.removed")}{" "}
        {rejected && rejected.credits > 0 ? t("chat.credits_back", { count: rejected.credits }) : null}
      </span>
    </p>
  );
}

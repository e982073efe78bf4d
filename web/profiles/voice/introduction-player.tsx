import { useTexts } from "#web/lib/texts.tsx";
import { toClock } from "./clock.ts";
import { VoicePlayer } from "./voice-player.tsx";

type Props = { filename: string; seconds: number; waveform: readonly number[] };

/** Plays a voice introduction: another recording is another player. */
export function IntroductionPlayer({ filename, seconds, waveform }: Props) {
  const t = useTexts("voice-introductions");
  const label = t("play", { time: toClock(seconds) });
  return <VoicePlayer key={filename} source={filename} label={label} {...{ seconds, waveform }} />;
}

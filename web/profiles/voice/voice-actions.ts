import { getVoice, setVoice } from "./voice-store.ts";

/** The id of the element in which the recording for this member stands. */
export const panelId = (partner: string) => `voice-${partner}`;

const loadRecorder = () => import("./recorder.ts");

/** The most seconds of a voice message. */
export const maxSeconds = 60;

/** Begins to record once the script is loaded and the member allows the microphone. */
export async function startVoice(partner: string, held: boolean, most = maxSeconds): Promise<void> {
  const attempt = {};
  setVoice(partner, { step: "asking", attempt, held });
  try {
    const { record } = await loadRecorder();
    await record(partner, attempt, most);
  } catch {
    // the script could not be loaded
    setVoice(partner, { step: "problem", problem: "failed" });
  }
}

const endRecording = async (keeps: boolean): Promise<void> => {
  const { stopRecording, discardRecording } = await loadRecorder();
  if (keeps) stopRecording();
  else discardRecording();
};

/** Ends what goes on for this member; a recording becomes a draft. */
export function stopVoice(partner: string): void {
  const step = getVoice(partner)?.step;
  if (step === "asking") setVoice(partner, null);
  if (step === "recording") void endRecording(true);
}

export function discardVoice(partner: string): void {
  if (getVoice(partner)?.step === "recording") void endRecording(false);
  else setVoice(partner, null);
}

/** The chat is left: a recording stays as a draft, a problem is over. */
export function leaveVoice(partner: string): void {
  if (getVoice(partner)?.step === "problem") setVoice(partner, null);
  else stopVoice(partner);
}

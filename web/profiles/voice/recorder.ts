import { onTracesDeleted } from "#web/lib/traces.ts";
import { pausePlaying } from "./playing.ts";
import { getVoice, setDraft, setVoice, toSoundFile, type VoiceProblem, type VoiceStep } from "./voice-store.ts";
import { reduceLevels, toLevel } from "./waveform.ts";

/** A shorter one was a slip of the finger. */
const minSeconds = 1;
const levelMs = 100;
const bitsPerSecond = 32_000;
/** How many of the newest levels are shown. */
const shownLevels = 48;

/**
 * What the server accepts, the best first. `audio/mp4` alone may hold Opus in Chromium, which the server refuses: the
 * others come before it, so only a browser that names no codec of MP4 gets to it, and those record AAC.
 */
const mediaTypes = ["audio/webm;codecs=opus", "audio/mp4;codecs=mp4a.40.2", "audio/mp4"];

type Active = {
  partner: string;
  maxSeconds: number;
  recorder: MediaRecorder;
  stream: MediaStream;
  context: AudioContext;
  timer: ReturnType<typeof setInterval>;
  begun: number;
  /** Its length, once it is stopped. */
  seconds: number | null;
  levels: number[];
  chunks: Blob[];
  /** Whether the recording becomes a draft once the recorder has stopped. */
  keeps: boolean;
};

type RecordingStep = Extract<VoiceStep, { step: "recording" }>;

let active: Active | null = null;

const problems: Readonly<Record<string, VoiceProblem>> = {
  NotAllowedError: "refused",
  SecurityError: "refused",
  NotFoundError: "no_microphone",
};

const hasMicrophones = () => typeof MediaRecorder !== "undefined" && "mediaDevices" in navigator;

/** Records until `stopRecording`, for `maxSeconds` at most. The step is `asking` already. */
export async function record(partner: string, attempt: object, maxSeconds: number): Promise<void> {
  const current = () => {
    const step = getVoice(partner);
    return step?.step === "asking" && step.attempt === attempt ? step : null;
  };
  const fail = (problem: VoiceProblem) => current() && setVoice(partner, { step: "problem", problem });
  // a browser without TLS offers no microphones
  const mediaType = hasMicrophones() && mediaTypes.find((type) => MediaRecorder.isTypeSupported(type));
  if (!mediaType) return void fail("unsupported");
  let stream: MediaStream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: { channelCount: 1, autoGainControl: true } });
  } catch (error) {
    return void fail((error instanceof DOMException && problems[error.name]) || "failed");
  }
  const asking = current();
  // the member changed their mind, or left the page, while the browser asked
  if (asking === null || document.hidden) {
    endStream(stream);
    if (asking !== null) setVoice(partner, null);
    return;
  }
  stopRecording();
  pausePlaying();
  try {
    begin({ partner, maxSeconds }, stream, mediaType);
    setVoice(partner, { step: "recording", seconds: 0, levels: [], held: asking.held, leaving: false });
  } catch {
    endStream(stream);
    fail("failed");
  }
}

function begin({ partner, maxSeconds }: Pick<Active, "partner" | "maxSeconds">, stream: MediaStream, mimeType: string) {
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: bitsPerSecond });
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Uint8Array(analyser.fftSize);
  const measure = () => {
    analyser.getByteTimeDomainData(samples);
    recording.levels.push(toLevel(samples));
    const seconds = secondsOf(recording);
    showRecording(partner, { seconds, levels: recording.levels.slice(-shownLevels) });
    if (seconds >= maxSeconds) stopRecording();
  };
  const timer = setInterval(measure, levelMs);
  const recording: Active = {
    ...{ partner, maxSeconds, recorder, stream, context, timer },
    ...{ begun: performance.now(), seconds: null, levels: [], chunks: [], keeps: true },
  };
  recorder.ondataavailable = ({ data }) => void recording.chunks.push(data);
  recorder.onstop = () => finish(recording);
  // a call takes the microphone: what was said until then stays
  for (const track of stream.getAudioTracks()) {
    track.onended = stopRecording;
    track.onmute = stopRecording;
  }
  recorder.start();
  // Safari begins it only on request
  void context.resume().catch(() => {});
  active = recording;
}

const secondsOf = ({ begun, seconds, maxSeconds }: Active) =>
  seconds ?? Math.min(maxSeconds, (performance.now() - begun) / 1000);

/** Without its tracks the browser no longer shows that it records. */
function endStream(stream: MediaStream): void {
  for (const track of stream.getTracks()) {
    track.onended = null;
    track.onmute = null;
    track.stop();
  }
}

function showRecording(partner: string, changes: Partial<RecordingStep>): void {
  const step = getVoice(partner);
  if (step?.step === "recording") setVoice(partner, { ...step, ...changes });
}

/** Ends the recording of any chat; it becomes a draft. */
export const stopRecording = (): void => end(true);

/** Ends the recording of any chat, and forgets it. */
export const discardRecording = (): void => end(false);

function end(keeps: boolean): void {
  if (active === null) return;
  const recording = active;
  active = null;
  recording.keeps = keeps;
  recording.seconds = secondsOf(recording);
  clearInterval(recording.timer);
  // its last sound comes by `ondataavailable`, then `onstop`; a recorder whose microphone is gone has stopped already
  if (recording.recorder.state !== "inactive") recording.recorder.stop();
  endStream(recording.stream);
  void recording.context.close();
}

function finish(recording: Active): void {
  // the browser ended it by itself
  if (active === recording) stopRecording();
  const { partner, recorder, chunks, keeps } = recording;
  const isShown = getVoice(partner)?.step === "recording";
  if (!isShown) return;
  const seconds = secondsOf(recording);
  const type = recorder.mimeType.split(";", 1)[0] ?? "";
  const file = toSoundFile(chunks, type);
  if (!keeps) setVoice(partner, null);
  else if (seconds < minSeconds) setVoice(partner, { step: "problem", problem: "too_short" });
  else if (file.size === 0) setVoice(partner, { step: "problem", problem: "failed" });
  else setDraft(partner, { file, seconds, waveform: reduceLevels(recording.levels) });
}

onTracesDeleted(discardRecording);
if (typeof document !== "undefined") {
  addEventListener("pagehide", stopRecording);
  document.addEventListener("visibilitychange", () => document.hidden && stopRecording());
}

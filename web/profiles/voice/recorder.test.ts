import { beforeEach, expect, test, vi } from "vitest";
import { maxVoiceLevels } from "#contract/recordings.ts";
import { maxVoiceSeconds } from "#contract/voice.ts";
import { deleteMemberTraces } from "#web/lib/traces.ts";
import { record, stopRecording } from "./recorder.ts";
import { discardVoice, leaveVoice, maxSeconds, stopVoice } from "./voice-actions.ts";
import { getVoice, setVoice } from "./voice-store.ts";

const partner = "ben";

/** The microphone's track, which the browser shows as long as it lives. */
class Track {
  onended: (() => void) | null = null;
  onmute: (() => void) | null = null;
  live = true;
  stop() {
    this.live = false;
  }
}

class Recorder {
  static types = ["audio/webm;codecs=opus"];
  static bytes = "sound";
  static isTypeSupported = (type: string) => Recorder.types.includes(type);
  state = "inactive";
  ondataavailable: (event: { data: Blob }) => void = () => {};
  onstop: () => void = () => {};
  readonly mimeType: string;
  constructor(_stream: unknown, options: { mimeType: string }) {
    this.mimeType = options.mimeType;
  }
  start() {
    this.state = "recording";
  }
  stop() {
    this.state = "inactive";
    queueMicrotask(() => {
      this.ondataavailable({ data: new Blob([Recorder.bytes]) });
      this.onstop();
    });
  }
}

class Context {
  resume = async () => {};
  close = async () => {};
  createAnalyser = () => ({ fftSize: 8, getByteTimeDomainData: (samples: Uint8Array) => void samples.fill(160) });
  createMediaStreamSource = () => ({ connect() {} });
}

let tracks: Track[] = [];
let page = { hidden: false };
const getUserMedia = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  tracks = [];
  Recorder.types = ["audio/webm;codecs=opus"];
  page = { hidden: false };
  vi.stubGlobal("document", Object.assign(page, { cookie: "", documentElement: { lang: "en", dataset: {} } }));
  vi.stubGlobal("MediaRecorder", Recorder);
  vi.stubGlobal("AudioContext", Context);
  vi.stubGlobal("navigator", { mediaDevices: { getUserMedia } });
  vi.stubGlobal("addEventListener", () => {});
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:voice");
  vi.spyOn(URL, "revokeObjectURL").mockReturnValue();
  getUserMedia.mockImplementation(async () => {
    const track = new Track();
    tracks.push(track);
    return { getTracks: () => [track], getAudioTracks: () => [track] };
  });
  setVoice(partner, null);
});

async function begin(): Promise<void> {
  const attempt = {};
  setVoice(partner, { step: "asking", attempt, held: false });
  await record(partner, attempt, maxSeconds);
}

const draftOf = () => {
  const voice = getVoice(partner);
  if (voice?.step !== "draft") throw new Error(`it is ${voice?.step}`);
  return voice.draft;
};

test("R12.01 a recording becomes a draft with its length and its levels, and the microphone is free", async () => {
  await begin();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(getVoice(partner)).toMatchObject({ step: "recording", held: false });
  stopRecording();
  await vi.advanceTimersByTimeAsync(0);
  const { file, seconds, waveform, state } = draftOf();
  expect([file.type, file.name, file.size, state]).toEqual(["audio/webm", "voice.webm", 5, "ready"]);
  expect(seconds).toBeCloseTo(3, 1);
  expect(waveform).toHaveLength(30);
  expect(tracks.map(({ live }) => live)).toEqual([false]);
});

test("R12.01 it ends by itself after a minute", async () => {
  await begin();
  await vi.advanceTimersByTimeAsync((maxSeconds + 5) * 1000);
  expect(draftOf().seconds).toBe(maxVoiceSeconds);
  expect(draftOf().waveform).toHaveLength(maxVoiceLevels);
  expect(tracks[0]?.live).toBe(false);
});

test("R12.01 what was said stays if a call takes the microphone, or the chat is left", async () => {
  await begin();
  await vi.advanceTimersByTimeAsync(2_000);
  tracks[0]?.onmute?.();
  await vi.advanceTimersByTimeAsync(0);
  expect(draftOf().seconds).toBeCloseTo(2, 1);
  discardVoice(partner);
  await begin();
  await vi.advanceTimersByTimeAsync(4_000);
  leaveVoice(partner);
  await vi.advanceTimersByTimeAsync(0);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(0);
  expect(draftOf().seconds).toBeCloseTo(4, 1);
  expect(tracks.map(({ live }) => live)).toEqual([false, false]);
});

test("R12.01 a discarded recording leaves nothing, nor does one that a logout ends", async () => {
  await begin();
  await vi.advanceTimersByTimeAsync(2_000);
  discardVoice(partner);
  await vi.dynamicImportSettled();
  await vi.advanceTimersByTimeAsync(0);
  expect(getVoice(partner)).toBeNull();
  await begin();
  await vi.advanceTimersByTimeAsync(2_000);
  deleteMemberTraces();
  await vi.advanceTimersByTimeAsync(0);
  expect(getVoice(partner)).toBeNull();
  expect(tracks.map(({ live }) => live)).toEqual([false, false]);
});

test("R12.01 a slip of the finger is no message", async () => {
  await begin();
  await vi.advanceTimersByTimeAsync(500);
  stopRecording();
  await vi.advanceTimersByTimeAsync(0);
  expect(getVoice(partner)).toEqual({ step: "problem", problem: "too_short" });
});

test.for([
  { name: "NotAllowedError", problem: "refused" },
  { name: "NotFoundError", problem: "no_microphone" },
  { name: "NotReadableError", problem: "failed" },
])("R12.01 without a microphone ($name) the member learns why", async ({ name, problem }) => {
  getUserMedia.mockRejectedValue(new DOMException("", name));
  await begin();
  expect(getVoice(partner)).toEqual({ step: "problem", problem });
});

test("R12.01 a member who changes their mind while the browser asks is not recorded", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  getUserMedia.mockImplementation(async () => {
    await promise;
    const track = new Track();
    tracks.push(track);
    return { getTracks: () => [track], getAudioTracks: () => [track] };
  });
  const begun = begin();
  stopVoice(partner);
  resolve();
  await begun;
  expect(getVoice(partner)).toBeNull();
  expect(tracks.map(({ live }) => live)).toEqual([false]);
});

test("R12.01 a browser without Opus in WebM records AAC; one that has neither says so", async () => {
  Recorder.types = ["audio/mp4;codecs=mp4a.40.2", "audio/mp4"];
  await begin();
  await vi.advanceTimersByTimeAsync(2_000);
  stopRecording();
  await vi.advanceTimersByTimeAsync(0);
  expect([draftOf().file.type, draftOf().file.name]).toEqual(["audio/mp4", "voice.m4a"]);
  Recorder.types = [];
  await begin();
  expect(getVoice(partner)).toEqual({ step: "problem", problem: "unsupported" });
});

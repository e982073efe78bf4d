import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { dayMs } from "#contract/durations.ts";
import { stubStorage } from "#web/chat/test-storage.ts";
import { deleteMemberTraces, forgetMemoryTraces } from "#web/lib/traces.ts";
import { getVoice, setDraft, setVoice, updateDraft } from "#web/profiles/voice/voice-store.ts";
import { keepRecording } from "./kept-recording.ts";

const begin = Date.parse("2026-11-28T18:00:00Z");
let storage: Record<string, string>;

beforeEach(() => {
  vi.useFakeTimers({ now: begin, toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  storage = stubStorage();
  vi.stubGlobal("document", { cookie: "" });
  vi.spyOn(URL, "createObjectURL").mockReturnValue("blob:voice");
  vi.spyOn(URL, "revokeObjectURL").mockReturnValue();
  forgetMemoryTraces();
});

const bytes = new Uint8Array([0, 255, 128, 7, 200]);
const record = () => {
  const file = new File([bytes], "voice.webm", { type: "audio/webm", lastModified: Date.now() });
  setDraft("ben", { file, seconds: 12, waveform: [1, 2] });
};
const draftOf = () => {
  const voice = getVoice("ben");
  return voice?.step === "draft" ? voice.draft : null;
};
const keys = () => Object.keys(storage);
/** The page's memory is gone, as after a reload or a visit to the payment provider. */
function reload(viewer: string): void {
  const before = { ...storage };
  forgetMemoryTraces();
  Object.assign(storage, before);
  keepRecording(viewer, "ben");
}
async function recordAndStore(): Promise<void> {
  keepRecording("anna", "ben");
  record();
  await expect.poll(() => keys()).toHaveLength(1);
}

test("R12.01 a recording that was not sent survives a reload, with the key of its message, for its member only", async () => {
  await recordAndStore();
  const before = draftOf();
  reload("anna");
  const after = draftOf();
  expect(after).toMatchObject({ seconds: 12, waveform: [1, 2], key: before?.key, state: "ready" });
  expect([after?.file.name, after?.file.type]).toEqual(["voice.webm", "audio/webm"]);
  expect(new Uint8Array((await after?.file.arrayBuffer()) ?? [])).toEqual(bytes);
  reload("mia");
  expect(draftOf()).toBeNull();
});

test("R12.01 R7.03 one that was being sent when the page was left may have arrived", async () => {
  await recordAndStore();
  const [before] = Object.values(storage);
  updateDraft("ben", { state: "sending" });
  await expect.poll(() => Object.values(storage)[0]).not.toBe(before);
  reload("anna");
  expect(draftOf()?.state).toBe("unknown");
});

test("R12.01 R6.09 once it is sent or discarded, and after a logout, no recording is left on the device", async () => {
  await recordAndStore();
  setVoice("ben", null);
  expect(keys()).toEqual([]);
  record();
  await expect.poll(() => keys()).toHaveLength(1);
  deleteMemberTraces();
  expect([keys(), draftOf()]).toEqual([[], null]);
});

test("R12.01 one that is discarded before it is stored is not stored any more", async () => {
  keepRecording("anna", "ben");
  record();
  setVoice("ben", null);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(keys()).toEqual([]);
});

test("R12.01 after a day a recording goes, also that of a chat which is not open", async () => {
  await recordAndStore();
  vi.setSystemTime(begin + dayMs - 1);
  reload("anna");
  expect(draftOf()).not.toBeNull();
  vi.setSystemTime(begin + dayMs);
  forgetMemoryTraces();
  storage[`chat-voice:anna:ben:${begin}`] = "{}";
  keepRecording("anna", "eva");
  expect(keys()).toEqual([]);
});

// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Settings } from "#contract/sites.ts";
import type { OwnIntroduction } from "#contract/voice-introductions.ts";
import { renderPage } from "#web/test-dom.tsx";
import { OwnIntroductionField } from "./own-introduction.tsx";
import { getVoice, introductionKey, setDraft, setVoice } from "./voice-store.ts";

const record = vi.fn();
vi.mock("./recorder.ts", () => ({
  record: (...input: unknown[]) => record(...input),
  stopRecording: () => undefined,
  discardRecording: () => undefined,
}));

const sound = { id: "one", filename: "/voice-introductions/one.webm", seconds: 12, waveform: [10, 50] };
const nothing: OwnIntroduction = { active: null, waiting: null, rejected: null };

beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:one", revokeObjectURL: () => undefined }));
});
afterEach(() => setVoice(introductionKey, null));

async function show(own: Partial<OwnIntroduction>, isOffered = true) {
  const settings = { voice_introductions: isOffered } as Settings;
  const field = <OwnIntroductionField loaded={{ ...nothing, ...own }} />;
  const { container } = await renderPage(field, { root: { settings } });
  const button = (name: string) =>
    [...container.querySelectorAll("button")].find(
      (each) => each.textContent?.trim() === name || each.getAttribute("aria-label") === name,
    );
  return { container, button };
}

test("R12.01 a member records up to 30 seconds for the profile, hears them, and may discard them", async () => {
  const { container, button } = await show({});
  expect(container.textContent).toContain("up to 30 seconds");
  await act(async () => button("Record")?.click());
  expect(record).toHaveBeenCalledWith(introductionKey, expect.anything(), 30);
  await act(async () =>
    setVoice(introductionKey, { step: "recording", seconds: 21, levels: [1], held: false, leaving: false }),
  );
  expect(container.textContent).toContain("0:21 / 0:30");
  expect(container.querySelector("[role=status]")?.textContent).toBe("Only 10 seconds left");
  await act(async () => setDraft(introductionKey, { file: new File(["x"], "voice.webm"), seconds: 9, waveform: [1] }));
  expect(button("Play voice introduction, 0:09")).toBeDefined();
  expect(button("Add to my profile")).toBeDefined();
  await act(async () => button("Discard")?.click());
  expect([getVoice(introductionKey), button("Record") === undefined]).toEqual([null, false]);
});

test.for([
  [{ active: sound }, ["Others can hear it."]],
  [{ waiting: sound }, ["Only you can hear this recording until we’ve checked it."]],
  [
    { active: sound, waiting: { ...sound, id: "two" } },
    ["Others can hear it.", "Until then, others hear your earlier one."],
  ],
] as const)("R12.01 the member reads who can hear it: %o", async ([own, words]) => {
  const { container, button } = await show(own as Partial<OwnIntroduction>);
  for (const each of words) expect(container.textContent).toContain(each);
  expect([button("Record again") === undefined, button("Delete") === undefined]).toEqual([false, false]);
});

test("R12.01 on a site without introductions nothing is recorded; what exists says that no one hears it, and can be deleted", async () => {
  const { container, button } = await show({ active: sound, waiting: { ...sound, id: "two" } }, false);
  expect(container.textContent?.split("so only you can hear it.")).toHaveLength(3);
  expect(container.textContent).not.toContain("Others can hear it.");
  expect([button("Record again"), button("Delete") === undefined]).toEqual([undefined, false]);
});

test("R12.01 a rejected one says why, with the way to the appeal", async () => {
  const { container } = await show({ rejected: { reason: "advertising", decision: "d1" } });
  expect(container.textContent).toContain("It offers or advertises something");
  expect(container.querySelector("a")?.getAttribute("href")).toMatch(/\/decisions#d1$/);
});

// @vitest-environment happy-dom
import { act } from "react";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Card } from "#contract/profiles.ts";
import type { Settings } from "#contract/sites.ts";
import type { User } from "#contract/user.ts";
import { getVoice, setDraft, setVoice } from "#web/profiles/voice/voice-store.ts";
import { renderPage } from "#web/test-dom.tsx";
import { VoiceButton, VoiceSlot } from "./voice-button.tsx";

const partner = { id: "ben", name: "Ben", fictional: false, automatic: false } as Card;
const record = vi.fn();
const stopRecording = vi.fn();
const discardRecording = vi.fn();
vi.mock("#web/profiles/voice/recorder.ts", () => ({
  record: (...input: unknown[]) => record(...input),
  stopRecording: () => stopRecording(),
  discardRecording: () => discardRecording(),
}));

beforeEach(() => {
  vi.clearAllMocks();
  record.mockImplementation(async () => showRecording(0));
});

const showRecording = (seconds: number) => {
  const before = getVoice("ben");
  const held = before !== null && "held" in before && before.held;
  setVoice("ben", { step: "recording", seconds, levels: [10], held, leaving: false });
};
const recorded = () =>
  setDraft("ben", { file: new File(["sound"], "voice.webm", { type: "audio/webm" }), seconds: 12, waveform: [1, 2] });

async function show({ credits = 5 } = {}) {
  const settings = { voice_credits: 3, message_credits: 1, minimum_message_costs: {} } as Settings;
  const composer = (
    <div>
      <VoiceSlot partner={partner} onSent={() => {}} />
      <VoiceButton partner={partner} />
    </div>
  );
  const user = { id: "anna", credits, profile: { country: "gb" } } as User;
  const root = { settings, user, counts: { unread: 0, newLikes: 0 } };
  const { container } = await renderPage(composer, { root });
  const button = container.querySelector<HTMLElement>(".voice-button");
  if (button === null) throw new Error("no button");
  onTestFinished(() => act(async () => setVoice("ben", null)));
  button.setPointerCapture = () => {};
  const fire = (type: string, at = 0) =>
    act(async () => {
      const init = { bubbles: true, isPrimary: true, button: 0, clientX: at, clientY: 0 };
      button.dispatchEvent(new PointerEvent(type, init));
      await vi.dynamicImportSettled();
    });
  return { container, button, fire };
}

test("R12.01 the button says what a voice message costs; a tap records, a second one stops", async () => {
  const { button, fire, container } = await show();
  // a busy machine would make a long press of the tap
  vi.spyOn(performance, "now").mockReturnValue(1_000);
  expect(button.getAttribute("aria-label")).toBe("Record a voice message, 3 credits");
  await fire("pointerdown");
  await fire("pointerup");
  await fire("click");
  expect(record).toHaveBeenCalledOnce();
  expect(getVoice("ben")).toMatchObject({ step: "recording", held: false });
  expect(button.getAttribute("aria-label")).toBe("Stop recording");
  expect(container.textContent).toContain("0:00 / 1:00");
  expect(container.textContent).toContain("3 credits");
  await fire("pointerdown");
  await fire("pointerup");
  await fire("click");
  expect(stopRecording).toHaveBeenCalledOnce();
  expect(record).toHaveBeenCalledOnce();
});

test("R12.01 with too few credits it says so before it records, what it costs and how to go on", async () => {
  const { button, container } = await show({ credits: 2 });
  const tap = (element: HTMLElement | undefined) =>
    act(async () => {
      element?.click();
      await vi.dynamicImportSettled();
    });
  await tap(button);
  expect(record).not.toHaveBeenCalled();
  expect(container.querySelector("[role=alert]")?.textContent).toMatch(
    /^You don’t have enough credits to send a voice message yet\.3 credits You have 2 credits/,
  );
  expect(container.querySelector('a[href="/credits?return_to=%2F"]')).not.toBeNull();
  await tap([...container.querySelectorAll("button")].find((each) => each.textContent === "Record anyway"));
  expect(record).toHaveBeenCalledOnce();
});

test("R12.01 held, it records until it is let go; slid away, it is discarded", async () => {
  const { fire, container } = await show();
  const now = vi.spyOn(performance, "now");
  now.mockReturnValue(1_000);
  await fire("pointerdown");
  expect(container.textContent).toContain("Let go to stop.");
  now.mockReturnValue(3_000);
  await fire("pointermove", 20);
  await fire("pointerup", 20);
  expect([stopRecording.mock.calls.length, discardRecording.mock.calls.length]).toEqual([1, 0]);
  await act(async () => setVoice("ben", null));
  now.mockReturnValue(10_000);
  await fire("pointerdown");
  now.mockReturnValue(13_000);
  await fire("pointermove", 200);
  expect(container.textContent).toContain("Let go to discard.");
  await fire("pointerup", 200);
  expect([stopRecording.mock.calls.length, discardRecording.mock.calls.length]).toEqual([1, 1]);
});

test("R12.01 keys and screen readers only click; Escape discards", async () => {
  const { button } = await show();
  const click = () =>
    act(async () => {
      button.click();
      await vi.dynamicImportSettled();
    });
  await click();
  expect(record).toHaveBeenCalledOnce();
  await click();
  expect(stopRecording).toHaveBeenCalledOnce();
  await act(async () => {
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    await vi.dynamicImportSettled();
  });
  expect(discardRecording).toHaveBeenCalledOnce();
});

test("R12.01 the last ten seconds are announced, once and not each second", async () => {
  const { container } = await show();
  const said = async (seconds: number) => {
    await act(async () => {
      showRecording(seconds);
      await vi.dynamicImportSettled();
    });
    return container.querySelector("[role=status]")?.textContent;
  };
  expect(await said(3)).toBe("Recording");
  expect(await said(50)).toBe("Only 10 seconds left");
  expect(await said(52)).toBe("Only 10 seconds left");
  expect(await said(56)).toBe("Only 5 seconds left");
});

test("R12.01 what was recorded is heard, sent for its credits, or discarded, and no tap replaces it", async () => {
  const { container, button } = await show();
  await act(async () => {
    recorded();
    await vi.dynamicImportSettled();
  });
  const names = () =>
    [...container.querySelectorAll("button")].map((each) => each.getAttribute("aria-label") ?? each.textContent);
  expect(container.textContent).toContain("If it’s reported, our team can listen to it.");
  expect(names()).toEqual([
    "Play voice message, 0:12",
    "Speed: 1×",
    "Discard",
    "Send, 3 credits",
    "Record a voice message, 3 credits",
  ]);
  await act(async () => button.click());
  expect(record).not.toHaveBeenCalled();
  expect(getVoice("ben")?.step).toBe("draft");
  await act(async () =>
    [...container.querySelectorAll("button")].find((each) => each.textContent === "Discard")?.click(),
  );
  expect(getVoice("ben")).toBeNull();
  expect(names()).toEqual(["Record a voice message, 3 credits"]);
});

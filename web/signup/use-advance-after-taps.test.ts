// @vitest-environment happy-dom
import { type InputEvent, useRef } from "react";
import { expect, test, vi } from "vitest";
import { renderHook } from "#web/test-dom.tsx";
import { useAdvanceAfterTaps } from "./use-advance-after-taps.ts";

async function openStep() {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const advance = vi.fn();
  const form = document.createElement("form");
  form.innerHTML = ["gender", "seeks"]
    .map((name) => `<p data-step="who"><input type="radio" name="${name}" value="female"></p>`)
    .join("");
  const taps = await renderHook(() => useAdvanceAfterTaps(useRef(form), advance));
  const choose = (name: string) => {
    const input = form.querySelector<HTMLInputElement>(`[name=${name}]`);
    if (input) input.checked = true;
    taps.current().listeners.onInput({ target: input } as unknown as InputEvent<HTMLFormElement>);
  };
  return { ...taps, advance, choose };
}

test("R2.19 the step advances after two taps, and a tap on its button is late for a moment only", async () => {
  const answerBoth = async () => {
    const { current, advance, choose } = await openStep();
    current().listeners.onPointerDown();
    choose("gender");
    choose("seeks");
    expect(current().isLateTap()).toBe(false);
    vi.advanceTimersByTime(250);
    expect(advance).toHaveBeenCalledOnce();
    return current().isLateTap;
  };
  const isLateTap = await answerBoth();
  // the second tap wants to know what is missing, and so does a first one that took its time
  expect([isLateTap(), isLateTap()]).toEqual([true, false]);
  const isLateLater = await answerBoth();
  vi.advanceTimersByTime(2_000);
  expect(isLateLater()).toBe(false);
  vi.useRealTimers();
});

test("R2.19 by keyboard the step does not advance by itself", async () => {
  const { current, advance, choose } = await openStep();
  current().listeners.onKeyDown();
  choose("gender");
  choose("seeks");
  vi.advanceTimersByTime(2_000);
  expect(advance).not.toHaveBeenCalled();
  vi.useRealTimers();
});

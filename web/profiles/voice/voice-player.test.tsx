// @vitest-environment happy-dom
import { act } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { renderPage } from "#web/test-dom.tsx";
import { saveRate } from "./playing.ts";
import { VoicePlayer } from "./voice-player.tsx";

/** A sound that plays as soon as it is asked to, unless `fails`. */
class Sound {
  static all: Sound[] = [];
  static fails = false;
  preload = "";
  src = "";
  currentTime = 0;
  playbackRate = 1;
  defaultPlaybackRate = 1;
  ended = false;
  isPlaying = false;
  onplaying: () => void = () => {};
  onpause: () => void = () => {};
  ontimeupdate: () => void = () => {};
  onended: () => void = () => {};
  onerror: () => void = () => {};
  constructor() {
    Sound.all.push(this);
  }
  async play() {
    if (Sound.fails) throw new DOMException("", "NotSupportedError");
    this.isPlaying = true;
    this.onplaying();
  }
  pause() {
    if (!this.isPlaying) return;
    this.isPlaying = false;
    this.onpause();
  }
  async reach(seconds: number) {
    this.currentTime = seconds;
    await act(async () => this.ontimeupdate());
  }
}

beforeEach(() => {
  Sound.all = [];
  Sound.fails = false;
  vi.stubGlobal("Audio", Sound);
  saveRate(1);
});

async function show(count = 1) {
  const players = ["/voice/0.webm", "/voice/1.webm"]
    .slice(0, count)
    .map((source) => <VoicePlayer key={source} source={source} seconds={12} waveform={[10, 50, 90, 20]} />);
  const { container } = await renderPage(<div>{players}</div>);
  const find = <E extends HTMLElement>(selector: string, index: number) => {
    const element = container.querySelectorAll<E>(selector)[index];
    if (element === undefined) throw new Error(`no ${selector}`);
    return element;
  };
  return {
    container,
    button: (index = 0) => find(".voice-play", index),
    slider: (index = 0) => find<HTMLInputElement>("input[type=range]", index),
    rate: (index = 0) => find(".voice-rate", index),
  };
}
const tap = (element: HTMLElement) => act(async () => element.click());
const press = (element: HTMLElement, key: string) =>
  act(async () => void element.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true })));

test("R12.01 nothing of a voice message is loaded before a tap, which plays it; another pauses it", async () => {
  const { button } = await show();
  expect(Sound.all).toEqual([]);
  expect(button().getAttribute("aria-label")).toBe("Play voice message, 0:12");
  await tap(button());
  const [sound] = Sound.all;
  expect([sound?.src, sound?.preload, sound?.isPlaying]).toEqual(["/voice/0.webm", "none", true]);
  expect(button().getAttribute("aria-label")).toBe("Pause");
  await tap(button());
  expect(sound?.isPlaying).toBe(false);
  expect(Sound.all).toHaveLength(1);
});

test("R12.01 one plays at a time", async () => {
  const { button } = await show(2);
  await tap(button(0));
  await tap(button(1));
  expect(Sound.all.map(({ isPlaying }) => isPlaying)).toEqual([false, true]);
  expect([button(0), button(1)].map((each) => each.getAttribute("aria-label"))).toEqual([
    "Play voice message, 0:12",
    "Pause",
  ]);
});

test("R12.01 the keyboard seeks, and a screen reader hears where it is", async () => {
  const { container, button, slider } = await show();
  expect(slider().getAttribute("aria-valuetext")).toBe("0:00 of 0:12");
  await press(slider(), "ArrowRight");
  await press(slider(), "PageUp");
  expect(slider().getAttribute("aria-valuetext")).toBe("0:06 of 0:12");
  await tap(button());
  const [sound] = Sound.all;
  expect(sound?.currentTime).toBe(6);
  await sound?.reach(9.5);
  expect(slider().getAttribute("aria-valuetext")).toBe("0:09 of 0:12");
  expect(container.querySelectorAll("rect[opacity='1']")).toHaveLength(3);
  await press(slider(), "ArrowLeft");
  expect(sound?.currentTime).toBe(8.5);
  sound && (await act(async () => sound.onended()));
  expect(slider().getAttribute("aria-valuetext")).toBe("0:00 of 0:12");
});

test("R12.01 the speed is remembered, and counts for every voice message", async () => {
  const { button, rate } = await show(2);
  await tap(button(0));
  await tap(rate(1));
  expect([rate(0).textContent, rate(1).textContent]).toEqual(["1.5×", "1.5×"]);
  expect(rate(0).getAttribute("aria-label")).toBe("Speed: 1.5×");
  expect(Sound.all[0]?.playbackRate).toBe(1.5);
  const again = await show();
  expect(again.rate().textContent).toBe("1.5×");
  await tap(again.rate());
  expect(again.rate().textContent).toBe("1×");
});

test("R12.01 a voice message that can't be loaded says so, and can be tried again", async () => {
  Sound.fails = true;
  const { container, button } = await show();
  await tap(button());
  const alert = container.querySelector("[role=alert]");
  expect(alert?.textContent).toContain("We couldn’t load it.");
  Sound.fails = false;
  const retry = alert?.querySelector("button");
  retry && (await tap(retry));
  expect(alert?.textContent).toBe("");
  expect(Sound.all.at(-1)?.isPlaying).toBe(true);
});

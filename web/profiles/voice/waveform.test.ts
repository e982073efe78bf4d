import { expect, test } from "vitest";
import { toClock } from "./clock.ts";
import { reduceLevels, toLevel } from "./waveform.ts";

test("R12.01 the wave form of a minute has at most 64 levels, and keeps the loud parts", () => {
  const levels = Array.from({ length: 600 }, (_, index) => (index === 301 ? 90 : 10));
  const reduced = reduceLevels(levels);
  expect(reduced).toHaveLength(64);
  expect(reduced.filter((level) => level === 90)).toHaveLength(1);
  expect(reduced.every((level) => level > 0)).toBe(true);
  expect(reduceLevels([3, 4])).toEqual([3, 4]);
});

test("R12.01 a level is 0 in silence, and 100 at most", () => {
  expect(toLevel(new Uint8Array(256).fill(128))).toBe(0);
  expect(toLevel(new Uint8Array(256).fill(255))).toBe(100);
  const quiet = toLevel(Uint8Array.from({ length: 256 }, (_, index) => 128 + (index % 2 === 0 ? 8 : -8)));
  expect(quiet).toBeGreaterThan(20);
  expect(quiet).toBeLessThan(80);
});

test("R12.01 a length is said as a clock", () => {
  expect([0, 7.9, 12, 60, -1].map(toClock)).toEqual(["0:00", "0:07", "0:12", "1:00", "0:00"]);
});

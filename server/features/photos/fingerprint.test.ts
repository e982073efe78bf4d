import { expect, test } from "vitest";
import { fingerprintOf } from "./fingerprint.ts";

/** A grey picture of the size that a fingerprint is taken of. */
const grey = (at: (column: number, row: number) => number) =>
  Uint8Array.from({ length: 72 }, (_, index) => at(index % 9, Math.floor(index / 9)));
const wave = (column: number, row: number) => 120 + 80 * Math.sin(column * 1.3 + row * 0.7);
const distance = (one: string | null, other: string | null) =>
  [...(one ?? "")].filter((bit, at) => bit !== other?.[at]).length;

test("D8.2 a picture keeps its fingerprint if it gets brighter or loses contrast, and another one has another", () => {
  const first = fingerprintOf(grey(wave));
  expect(first).toMatch(/^[01]{64}$/);
  expect(fingerprintOf(grey((column, row) => wave(column, row) + 30))).toBe(first);
  expect(fingerprintOf(grey((column, row) => 60 + wave(column, row) / 2))).toBe(first);
  expect(distance(fingerprintOf(grey((column, row) => wave(row + 2, column))), first)).toBeGreaterThan(15);
});

test("D8.2 plain pictures have none, because all of them would look alike", () => {
  expect(fingerprintOf(grey(() => 128))).toBeNull();
  expect(fingerprintOf(grey((column) => 120 + column))).toBeNull();
  expect(fingerprintOf(grey((column) => (column < 4 ? 20 : 220)))).toBeNull();
  expect(fingerprintOf(grey((column) => 250 - 25 * column))).toBeNull();
});

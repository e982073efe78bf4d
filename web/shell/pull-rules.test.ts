import { expect, test } from "vitest";
import { createPull, pullThreshold } from "./pull-rules.ts";

function drag(points: [number, number][], atTop = true) {
  const pull = createPull();
  pull.begin({ x: 100, y: 100 }, atTop);
  const pulled = points.map(([x, y]) => pull.move({ x, y }));
  return { pulled, refreshes: pull.end() };
}

test("R2.29 a page that is pulled far enough from its top is refreshed when the finger lets go", () => {
  expect(
    drag([
      [100, 160],
      [102, 100 + pullThreshold],
    ]),
  ).toEqual({ pulled: [60, pullThreshold], refreshes: true });
  expect(drag([[100, 100 + pullThreshold - 1]]).refreshes).toBe(false);
  expect(drag([[100, 900]]).pulled).toEqual([200]);
});

test("R2.29 a pull that has begun stays one if the finger wanders to the side", () => {
  expect(
    drag([
      [100, 100],
      [100, 130],
      [200, 150],
    ]).pulled,
  ).toEqual([0, 30, 50]);
});

test("R2.29 if the finger moves back up, nothing is refreshed", () => {
  expect(
    drag([
      [100, 280],
      [100, 110],
    ]),
  ).toEqual({ pulled: [180, 10], refreshes: false });
});

test("R2.29 a gesture that begins as scrolling, or as swiping through photos, never becomes a pull", () => {
  expect(drag([[100, 400]], false)).toEqual({ pulled: [0], refreshes: false });
  expect(
    drag([
      [160, 110],
      [160, 400],
    ]),
  ).toEqual({ pulled: [0, 0], refreshes: false });
  expect(
    drag([
      [100, 90],
      [100, 400],
    ]),
  ).toEqual({ pulled: [0, 0], refreshes: false });
});

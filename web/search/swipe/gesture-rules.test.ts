import { expect, test } from "vitest";
import { classifyMovement, findLeaveDirection, findLeaveProgress, measureSpeed } from "./gesture-rules.ts";

const width = 300;

test("a movement is a swipe from 10 pixels on, if it is 1.2 times as far to the side as up or down", () => {
  expect(classifyMovement(9, 0)).toBe("undecided");
  expect(classifyMovement(-10, 0)).toBe("swipe");
  expect(classifyMovement(10, 8)).toBe("swipe");
  expect(classifyMovement(12, 10)).toBe("scroll");
  expect(classifyMovement(0, -10)).toBe("scroll");
});

test("a card leaves at 0.3 of its width, however slowly", () => {
  expect(findLeaveDirection(89, width, 0)).toBeNull();
  expect(findLeaveDirection(90, width, 0)).toBe("like");
  expect(findLeaveDirection(-90, width, 0)).toBe("pass");
});

test("a card leaves from 24 pixels on at half a pixel a millisecond, in the direction of the drag", () => {
  expect(findLeaveDirection(24, width, 0.5)).toBe("like");
  expect(findLeaveDirection(-24, width, -0.5)).toBe("pass");
  expect(findLeaveDirection(24, width, 0.49)).toBeNull();
  expect(findLeaveDirection(23, width, 3)).toBeNull();
  expect(findLeaveDirection(24, width, -0.5)).toBeNull();
});

test("a card that is pulled back quickly stays, however far it was", () => {
  expect(findLeaveDirection(140, width, -0.6)).toBeNull();
  expect(findLeaveDirection(-140, width, 0.5)).toBeNull();
});

test("the speed is that of the last moments: a finger that rests before the release is not fast", () => {
  const samples = [0, 16, 32, 48].map((at) => ({ x: at, at }));
  expect(measureSpeed(samples, 50)).toBe(1);
  expect(measureSpeed(samples, 200)).toBe(0);
  const slowing = [
    { x: 900, at: 919 },
    { x: 100, at: 920 },
    { x: 90, at: 960 },
    { x: 20, at: 1000 },
  ];
  expect(measureSpeed(slowing, 1000)).toBe(-1);
  expect(measureSpeed([], 0)).toBe(0);
  expect(measureSpeed([{ x: 10, at: 5 }], 6)).toBe(0);
});

test("progress is how far the drag is on the way to leaving", () => {
  expect(findLeaveProgress(45, width)).toBe(0.5);
  expect(findLeaveProgress(-200, width)).toBe(1);
  expect(findLeaveProgress(10, 0)).toBe(0);
});

import { expect, test } from "vitest";
import { readRange } from "./send-sound.ts";

test.each([
  [undefined, undefined],
  ["bytes=0-1", { from: 0, to: 1 }],
  ["bytes=0-", { from: 0, to: 99 }],
  ["bytes=40-200", { from: 40, to: 99 }],
  ["bytes=-10", { from: 90, to: 99 }],
  ["bytes=-500", { from: 0, to: 99 }],
  ["bytes=99-99", { from: 99, to: 99 }],
  // begins after the end
  ["bytes=100-", null],
  ["bytes=-0", null],
  // the whole is sent instead
  ["bytes=5-2", undefined],
  ["bytes=-", undefined],
  ["bytes=0-1,5-6", undefined],
  ["items=0-1", undefined],
  ["bytes=1.5-2", undefined],
] as const)("R12.01 of a sound of 100 bytes %s is %o", (header, range) => {
  expect(readRange(header, 100)).toEqual(range);
});

import { expect, test } from "vitest";
import { nextRandomBytes } from "./seal.ts";

test("quality: drawn bytes never repeat, and stay as they are when more are drawn", () => {
  const drawn = Array.from({ length: 2_000 }, () => nextRandomBytes(12));
  const texts = drawn.map((bytes) => bytes.toString("hex"));
  expect(new Set(texts).size).toBe(drawn.length);
  for (let count = 0; count < 1_000; count += 1) nextRandomBytes(16);
  expect(drawn.map((bytes) => bytes.toString("hex"))).toEqual(texts);
  expect(drawn.every((bytes) => bytes.length === 12)).toBe(true);
});

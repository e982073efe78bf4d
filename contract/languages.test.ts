import { expect, test } from "vitest";
import { pathIn } from "./languages.ts";

test("R1.11 a path in a language gets its prefix", () => {
  expect(pathIn("en", "/likes")).toBe("/likes");
  expect(pathIn("de", "/likes")).toBe("/de/likes");
  expect(pathIn("de", "/")).toBe("/de");
  expect(pathIn("de", "/?x=1")).toBe("/de?x=1");
});

import { expect, test } from "vitest";
import { cutExcerpt } from "./excerpt.ts";

test("R2.22 a search result shows its match, however far back in the message it is", () => {
  expect(cutExcerpt("The LAKE is frozen", "lake")).toEqual({ before: "The ", match: "LAKE", after: " is frozen" });
  const late = cutExcerpt(`${"word ".repeat(40)}needle in the hay`, "needle");
  expect(late.before).toMatch(/^… (word ){3,5}$/);
  expect([late.match, late.after]).toEqual(["needle", " in the hay"]);
  expect(cutExcerpt("one\n\ntwo  three", "TWO three").match).toBe("two three");
});

test("R2.22 a message that the database matched without the exact words is shown without a mark", () => {
  expect(cutExcerpt("Straße", "STRASSE")).toEqual({ before: "Straße", match: "", after: "" });
  expect(cutExcerpt(`${"x".repeat(90)}needle`, "needle").match).toBe("needle");
});

import { expect, test } from "vitest";
import { moveId, sortByIds } from "./order-rules.ts";

test("D8 a photo is moveId earlier or later, and the others make room", () => {
  expect(moveId(["a", "b", "c", "d"], "d", 1)).toEqual(["a", "d", "b", "c"]);
  expect(moveId(["a", "b", "c", "d"], "b", 3)).toEqual(["a", "c", "d", "b"]);
  expect(moveId(["a", "b"], "b", 1)).toEqual(["a", "b"]);
});

test("D8 a photo that was added meanwhile comes last", () => {
  const photos = ["a", "new", "b"].map((id) => ({ id }));
  expect(sortByIds(photos, ["b", "a"]).map(({ id }) => id)).toEqual(["b", "a", "new"]);
});

import { expect, test, vi } from "vitest";
import { deleteMemberTraces } from "#web/lib/traces.ts";
import { changeInSavedResults, findSavedResults, saveResults } from "./saved-results.ts";
import { testCard } from "./test-card.ts";

const eva = testCard("7b0f5f0a-2c0e-4d6c-9a5e-1f2d3c4b5a69");

test("R3.11 a results page is restored by its history entry", () => {
  saveResults("a", { more: [eva], nextCursor: "next", opened: eva.id });
  expect(findSavedResults("a")).toEqual({ more: [eva], nextCursor: "next", opened: eva.id });
  expect(findSavedResults("b")).toBeUndefined();
});

test("a like given on the profile shows in the restored list", () => {
  saveResults("a", { more: [eva], nextCursor: null, opened: null });
  changeInSavedResults(eva.id, { liked: true, match: true });
  expect(findSavedResults("a")?.more[0]).toMatchObject({ liked: true, match: true });
});

test("the oldest results pages are deleted above the limit", () => {
  for (let entry = 0; entry < 25; entry += 1) {
    saveResults(`entry-${entry}`, { more: [], nextCursor: null, opened: null });
  }
  expect(findSavedResults("entry-0")).toBeUndefined();
  expect(findSavedResults("entry-24")).toBeDefined();
});

test("R6.09 after a logout Back restores no results of the member who left", () => {
  vi.stubGlobal("document", { cookie: "" });
  saveResults("a", { more: [eva], nextCursor: "next", opened: null });
  deleteMemberTraces();
  expect(findSavedResults("a")).toBeUndefined();
});

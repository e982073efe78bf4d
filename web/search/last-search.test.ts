import { expect, test, vi } from "vitest";
import { chosenOnPage, isChosenOnPage, readLastSearch, saveLastSearch } from "./last-search.ts";

const robin = "7b0f5f0a-2c0e-4d6c-9a5e-1f2d3c4b5a69";
const alex = "8b0f5f0a-2c0e-4d6c-9a5e-1f2d3c4b5a69";

/** The cookie that `act` set. */
function cookieAfter(act: () => void): { value: string; rest: string } {
  const document = { cookie: "" };
  vi.stubGlobal("document", document);
  vi.stubGlobal("location", { protocol: "https:" });
  act();
  const [pair = "", ...rest] = document.cookie.split("; ");
  return { value: decodeURIComponent(pair.replace("last-search=", "")), rest: rest.join("; ") };
}

test("R3.11 a member's chosen filters are saved for that member alone", () => {
  const { value, rest } = cookieAfter(() => saveLastSearch(robin, { gender: "female", interests: ["art", "wine"] }));
  expect(rest, "until the browser is closed").not.toContain("Max-Age");
  expect(String(readLastSearch(value, robin))).toBe("gender=female&interests=art%2Cwine");
  expect(readLastSearch(value, alex)).toBeNull();
  expect(readLastSearch(undefined, robin)).toBeNull();
});

test("D4.2 explicit interests are not saved on the device", () => {
  const { value } = cookieAfter(() => saveLastSearch(robin, { interests: ["wine", "bondage"] }));
  expect(String(readLastSearch(value, robin))).toBe("interests=wine");
  const alone = cookieAfter(() => saveLastSearch(robin, { interests: ["bondage"] })).value;
  expect(String(readLastSearch(alone, robin))).toBe("filters=none");
});

test("R3.11 clearing the filters is saved as a search without filters, not as none", () => {
  expect(String(readLastSearch(cookieAfter(() => saveLastSearch(robin, {})).value, robin))).toBe("filters=none");
  expect(cookieAfter(() => saveLastSearch(robin, null)).rest).toContain("Max-Age=0");
});

test("R3.11 only filters chosen here are saved, not those of a shared address", () => {
  expect(isChosenOnPage(chosenOnPage)).toBe(true);
  for (const state of [null, undefined, "x", { returnTo: "/" }]) expect(isChosenOnPage(state)).toBe(false);
});

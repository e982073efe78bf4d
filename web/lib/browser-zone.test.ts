// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { timeZoneCookie } from "#contract/constants.ts";
import { forgetBrowserZone, saveBrowserZone } from "./browser-zone.ts";
import { readCookie } from "./cookies.ts";

test("R2.25 a login tells the server the browser's time zone, and a refused one leaves none", () => {
  saveBrowserZone();
  expect(readCookie(document.cookie, timeZoneCookie)).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
  forgetBrowserZone();
  expect(readCookie(document.cookie, timeZoneCookie) ?? "").toBe("");
});

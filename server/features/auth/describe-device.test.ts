import { expect, test } from "vitest";
import { describeDevice } from "./devices.ts";

test.each([
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox", "Windows"],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "Safari",
    "iOS",
  ],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0",
    "Microsoft Edge",
    "Linux",
  ],
  ["Mozilla/5.0 (Windows NT 10.0) evil", null, "Windows"],
  ["evil.example/1.0", null, null],
  ["", null, null],
  ["\u0000\ud800".repeat(150), null, null],
])("D3.4 %s is described only by names that the library knows", (userAgent, browser, system) => {
  expect(describeDevice(userAgent)).toEqual({ browser, system });
});

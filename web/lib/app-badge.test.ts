import { expect, test, vi } from "vitest";
import { showAppBadge } from "./counts.ts";

test("R2.16 the app's icon gets the number", () => {
  const setAppBadge = vi.fn(() => Promise.resolve());
  vi.stubGlobal("navigator", { setAppBadge });
  for (const count of [7, 0]) showAppBadge(count);
  expect(setAppBadge.mock.calls).toEqual([[7], [0]]);
});

test("R8.04 if the browser refuses the badge, or has none, there is no error", async () => {
  // a rejection that nothing handles would fail the run
  vi.stubGlobal("navigator", { setAppBadge: () => Promise.reject(new Error("NotAllowedError")) });
  showAppBadge(7);
  vi.stubGlobal("navigator", {});
  showAppBadge(7);
  await new Promise((resolve) => setImmediate(resolve));
});

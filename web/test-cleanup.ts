import { readFileSync } from "node:fs";
import { afterAll, afterEach, beforeEach, expect, vi } from "vitest";

/** Else the pages' calls would go to a product that runs on the developer's machine, at the port of `npm start`. */
beforeEach(() => {
  if (!("document" in globalThis)) return;
  vi.stubGlobal("fetch", async () => {
    throw new TypeError("a test answers requests itself: vi.stubGlobal");
  });
});

/** A worker's files share its modules and its globals, so what a test replaces or stores ends with it. */
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  if ("document" in globalThis) for (const storage of [localStorage, sessionStorage]) storage.clear();
});

const { testPath } = expect.getState();
/** A file that replaces modules loads what uses them anew, and the files after it do so too. */
if (testPath !== undefined && readFileSync(testPath, "utf8").includes("vi.mock(")) {
  vi.resetModules();
  afterAll(() => void vi.resetModules());
}

import { readFileSync } from "node:fs";
import { afterAll, afterEach, expect, vi } from "vitest";

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

import { afterEach, vi } from "vitest";

/** A worker's files share its modules and its globals, so what a test replaces ends with it. */
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

import { test as base } from "#server/test.ts";

export { expect } from "vitest";

const start = "2026-11-20T18:00:00Z";

/** The fixture of server tests; the clock and the count of wrong attempts from our address start anew for each test. */
export const test = base.extend("fresh", { auto: true }, ({ services }, { onCleanup }) => {
  onCleanup(async () => {
    services.clock.set(start);
    await services.limits.clear("address", "127.0.0.1");
  });
  return { start };
});

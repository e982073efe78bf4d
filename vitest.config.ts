import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{contract,server,web,demo,scripts,locales}/**/*.test.{ts,tsx}"],
    globalSetup: ["server/db/test-setup.ts"],
    setupFiles: ["server/test-hashing.ts"],
    // loading the app takes a second or two: each worker does it once, not once for each file
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});

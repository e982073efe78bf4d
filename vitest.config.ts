import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{contract,server,web,demo,scripts,locales}/**/*.test.{ts,tsx}"],
    globalSetup: ["server/db/test-setup.ts"],
    setupFiles: ["server/test-hashing.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
  },
});

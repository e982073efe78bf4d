import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Tests that start the product as a process: they take longest, and wait more than they compute. */
const startProcesses =
  /\/server\/(?:main|drain|outage|redis|kill|kill-payments|visits|db\/(?:embedded|replica))\.test\.ts$/;

/** Runs the longest files first, so that no worker is left with one of them at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => startProcesses.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    include: ["{contract,server,web,demo,scripts,bench,locales}/**/*.test.{ts,tsx}"],
    globalSetup: ["server/db/test-setup.ts"],
    setupFiles: ["server/test-hashing.ts"],
    // loading the app takes a second or two: each worker does it once, not once for each file
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
  },
});

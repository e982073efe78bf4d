import { defineConfig } from "vitest/config";
import { BaseSequencer, type Reporter, type TestSpecification } from "vitest/node";

/** Tests that start the product as a process: they take longest, and wait more than they compute. */
const startProcesses =
  /\/server\/(?:main|drain|outage|redis|kill|kill-payments|kill-worker|visits|db\/(?:embedded|replica))\.test\.ts$/;

/** Runs the longest files first, so that no worker is left with one of them at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => startProcesses.test(moduleId);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Names each test that passed at its second try only: a bug to find, in the product or in the test. */
const secondTries: Reporter = {
  onTestRunEnd(modules) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    for (const test of tests.filter((test) => test.diagnostic()?.flaky)) {
      console.log(`Needed a second try: ${test.module.relativeModuleId}: ${test.fullName}`);
      for (const { message } of test.result().errors ?? []) console.log(`  ${message}`);
    }
  },
};

export default defineConfig({
  test: {
    include: ["{contract,server,web,demo,scripts,bench,locales}/**/*.test.{ts,tsx}"],
    globalSetup: ["server/db/test-setup.ts"],
    setupFiles: ["server/test-hashing.ts"],
    // loading the app takes a second or two: each worker does it once, not once for each file
    isolate: false,
    // the first test of a file also waits for its app and database, on a busy machine for most of a minute
    testTimeout: 120_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // as the journeys have
    retry: 1,
    reporters: ["default", secondTries],
    sequence: { sequencer: LongestFirst },
  },
});

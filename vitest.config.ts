import { relative } from "node:path";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type Reporter, type TestSpecification } from "vitest/node";
import { noteTest } from "./scripts/test-notes.ts";
import { texts, wholeCatalogs } from "./web/vite-plugins.ts";

/**
 * Tests of the pages' code and of the contract: a few milliseconds each, without a database. They run first, while the
 * global setup makes the template database. Their fake timers also need a worker whose earlier tests left no idle HTTP
 * connections: `fetch` looks after those twice a second, of the fake clock too, and tests move that by hours.
 */
const early = /^(?:contract|web)\//;
/** The longest of the tests that compute. */
const longFaults = "commands|cut-off-jobs|lost-commits|orders-of-members|orders-of-money";
const long = new RegExp(
  `^server/(?:(?:honest-labels|public-pages|faults/(?:${longFaults})|http/fuzz)\\.slow|http/(?:across-sites|viewers))\\.test\\.ts$`,
);
/** Tests that start processes: they take long, too, but wait more than they compute. */
const startProcesses = "main|redis|faults/(?:drain|outage|kill|kill-payments|kill-worker|visits)";
const waiting = new RegExp(
  `^(?:server/(?:${startProcesses}|db/(?:embedded|migrate-under-load|promotion|replica))|scripts/restore)\\.slow\\.test\\.ts$`,
);
/** So many others run for each waiting file: together they keep the cores busy. */
const between = 6;

/** The longest files run first, so that no worker is left with one of them at the end; waiting ones are spread. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const groups = Map.groupBy(await super.sort(files), ({ project, moduleId }) =>
      [early, long, waiting].find((names) => names.test(relative(project.config.root, moduleId))),
    );
    const of = (names?: RegExp) => groups.get(names) ?? [];
    const others = [...of(long), ...of()];
    const spread = of(waiting).flatMap((file) => [file, ...others.splice(0, between)]);
    return [...of(early), ...spread, ...others];
  }
}

/** Notes what failed, and each test that passed at its second try only: a bug to find, in product or test. */
const noteTests: Reporter = {
  onTestRunEnd(modules, unhandledErrors) {
    for (const module of modules) {
      for (const error of module.errors()) noteTest("failed", module.relativeModuleId, error.message);
      for (const test of module.children.allTests()) {
        const [name, result] = [`${module.relativeModuleId}: ${test.fullName}`, test.result()];
        if (result.state === "failed") noteTest("failed", name, result.errors[0]?.message);
        else if (test.diagnostic()?.flaky) noteTest("second-tries", name, result.errors?.[0]?.message);
      }
    }
    for (const error of unhandledErrors) noteTest("failed", "an error outside of tests", error.message);
  },
};

export default defineConfig({
  // as the build does
  plugins: [texts(), wholeCatalogs()],
  test: {
    include: ["{contract,server,web,demo,scripts,bench,drill,locales}/**/*.test.{ts,tsx}"],
    globalSetup: ["server/db/test-setup.ts"],
    setupFiles: ["server/test-hashing.ts", "web/test-cleanup.ts"],
    // loading the app takes a second or two: each worker does it once, not once for each file
    isolate: false,
    // the first test of a file also waits for its app and database, on a busy machine for most of a minute
    testTimeout: 120_000,
    hookTimeout: 60_000,
    // the default of a second is no time on such a machine
    expect: { poll: { timeout: 60_000 } },
    // each waits for the database for half of its time
    maxWorkers: 3,
    // as the journeys have
    retry: 1,
    reporters: ["default", noteTests],
    sequence: { sequencer: LongestFirst },
  },
});

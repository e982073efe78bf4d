// The checks of `npm test`, `test:all` and `test:quick [-- <commit>]`: README.md and CONTRIBUTING.md say which.
// With `-- --no-retries` a test or journey that fails is not tried again.
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { prepare, projectRoot, withBundledNode } from "./prepare.mjs";

const types = ["types", "sh", ["-c", "react-router typegen && node scripts/catalog-types.ts && tsc -p ."]];
const lint = (...args) => ["format, lint and import rules", "biome", [...args, "--colors=off", "--error-on-warnings"]];
// reads the route types that the step before generates
const deadCode = ["dead code", "knip", []];
const staticChecks = [lint("ci", "."), types, deadCode, ["tables' types", "node", ["scripts/db-types.ts", "--check"]]];
const withoutSlow = "--exclude=**/*.slow.test.ts";

const noRetries = "--no-retries";
const allArgs = process.argv.slice(2);
const [option = "--core", commit, ...rest] = allArgs.filter((each) => each !== noRetries);
const tries = allArgs.includes(noRetries)
  ? { vitest: ["--retry=0"], journeys: [noRetries] }
  : { vitest: [], journeys: [] };
const isQuick = option === "--quick";

/** The test runners note here the tests that failed or needed a second try, one file each: `scripts/test-notes.ts`. */
const notes = mkdtempSync(join(tmpdir(), "rendezvous-tests-"));
process.on("exit", () => rmSync(notes, { recursive: true, force: true }));

/** The groups run one after the other, the lanes of a group side by side, the steps of a lane one after the other. */
const groupsOf = (tests, journeys, ...options) => [
  [staticChecks, [["unit and API tests", "vitest", ["run", ...tests, ...tries.vitest]]]],
  [[[journeys, "node", ["scripts/browser-tests.ts", ...options, ...tries.journeys]]]],
];

function gitLines(...args) {
  const lines = execFileSync("git", args, { cwd: projectRoot, encoding: "utf8" }).split("\n");
  return lines.filter((line) => line !== "");
}

function changedFiles(commit) {
  // in a clone what it was cloned from, so that commits on its own main count, too
  const main = gitLines("for-each-ref", "--format=%(refname)", "refs/heads/main", "refs/remotes/origin/main").at(-1);
  const base = commit ?? (main ? gitLines("merge-base", "HEAD", main)[0] : "HEAD");
  const changed = gitLines("diff", "--name-only", "--relative", "--diff-filter=d", base);
  return [...changed, ...gitLines("ls-files", "--others", "--exclude-standard")];
}

/**
 * Of its folder, and of the folders of that name in `server` and `web`. Vitest's `--changed` would run all tests of
 * calls, which load the whole app.
 */
function testsOf(file) {
  const folder = dirname(file);
  const near = folder.includes("/") ? `${folder}/` : file.replace(/(?:\.test)?\.\w+$/, ".test.");
  if (/^(?:server\/features|web)\/./.test(folder)) return [near, `/${basename(folder)}/`];
  return /^(?:contract|locales\/\w+)$/.test(folder) ? [near, `/${basename(file).split(".")[0]}/`] : [near];
}

/** Tests that need no database, some milliseconds each. */
const cheap = [
  "contract/",
  "web/",
  "locales/",
  "scripts/words.test.ts",
  "scripts/requirements.test.ts",
  "scripts/changelog.test.ts",
];

/** Where tables and what members have in them are declared, and the tests of all tables. */
const declaresTables =
  /^server\/(?:migrations|db\/(?:schema|tables)\.ts|features\/[\w-]+\/(?:[\w-]+\/index|index|member-data)\.ts)/;
const testsOfTables = ["server/features/privacy/", "server/features/moderation/block-tables.test.ts"];
/** What each call is held to: who may make it, and the errors that it lists. */
const testsOfCalls = ["server/http/error-codes.test.ts", "server/http/viewers.test.ts"];

function quickGroups(commit) {
  const files = changedFiles(commit);
  const ofTables = files.some((file) => declaresTables.test(file)) ? testsOfTables : [];
  const ofCalls = files.some((file) => file.startsWith("contract/")) ? testsOfCalls : [];
  const near = [...ofTables, ...ofCalls, ...new Set(files.flatMap(testsOf))];
  const nearest = ["run", withoutSlow, ...tries.vitest, ...cheap, ...near];
  const changed = files.length > 0 ? [lint("check", "--no-errors-on-unmatched", ...files)] : [];
  return [[[...changed, types, deadCode]], [[["nearest tests", "vitest", nearest]]]];
}

/** Resolves to whether the step passed. Of steps side by side only one is `live`; the others print at their end. */
function runStep([what, command, args], { env, live }) {
  const began = Date.now();
  if (live) console.log(`\n— ${what}`);
  return new Promise((resolve, reject) => {
    const output = [];
    const stdio = live ? "inherit" : ["inherit", "pipe", "pipe"];
    const child = spawn(command, args, { cwd: projectRoot, env, stdio });
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => output.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      if (!live) console.log(`\n— ${what}\n${Buffer.concat(output).toString().trimEnd()}`);
      console.log(`  ${what}: ${code === 0 ? "" : "failed, "}${((Date.now() - began) / 1000).toFixed(0)} s`);
      resolve(code === 0);
    });
  });
}

/** Runs all steps, also those after one that fails; returns the names of the failed ones. */
async function runAll(groups) {
  const env = { ...withBundledNode().env, TEST_NOTES: notes };
  const failed = [];
  for (const lanes of groups) {
    const runLane = async (steps) => {
      // the last lane, the longest, prints as it goes
      for (const step of steps) if (!(await runStep(step, { env, live: steps === lanes.at(-1) }))) failed.push(step[0]);
    };
    await Promise.all(lanes.map(runLane));
  }
  return failed;
}

const sizes = {
  "--quick": [() => quickGroups(commit), "The nearest checks pass; npm test runs more."],
  "--core": [
    () => groupsOf([withoutSlow], "core of the browser journeys", "--core"),
    "All checks of npm test pass; npm run test:all runs the slow tests and all journeys, too.",
  ],
  "--all": [() => groupsOf([], "browser journeys"), "All checks pass."],
};

try {
  if (!Object.hasOwn(sizes, option) || (commit && !isQuick) || rest.length > 0) {
    throw new Error(
      `Unknown: ${allArgs.join(" ")}. There are --core, --all, --quick <commit>, --no-retries; vitest run <file> runs one file.`,
    );
  }
  await prepare({ build: !isQuick, tools: true });
  const [groups, done] = sizes[option];
  const failed = await runAll(groups());
  for (const [what, heading] of [
    ["second-tries", "Needed a second try, each of them a defect to find:"],
    ["failed", "Failed tests and journeys, whose whole errors stand above:"],
  ]) {
    const file = join(notes, what);
    if (existsSync(file)) console.log(`\n${heading}\n${readFileSync(file, "utf8").trimEnd()}`);
  }
  if (failed.length > 0) throw new Error(`Failed: ${failed.join("; ")}`);
  console.log(`\n${done}`);
} catch (error) {
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}

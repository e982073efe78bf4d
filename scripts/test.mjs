// All checks, those that fail fastest first. Usage: npm test
// With --quick it runs, within a minute, the checks that recent changes most likely break: those since a commit, by
// default the branch's and the uncommitted ones. Usage: npm run test:quick [-- <commit>]
import { execFileSync, spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { prepare, projectRoot, withBundledNode } from "./prepare.mjs";

const typesStep = ["types", "sh", ["-c", "react-router typegen && tsc -p ."]];
const allSteps = [
  ["format, lint and import rules", "biome", ["ci", "--colors=off", "--error-on-warnings", "."]],
  typesStep,
  ["dead code", "knip", []],
  ["tables' types", "node", ["scripts/db-types.ts", "--check"]],
  ["unit and API tests", "vitest", ["run"]],
  ["browser journeys", "node", ["scripts/browser-tests.ts"]],
];

function gitLines(...args) {
  return execFileSync("git", args, { cwd: projectRoot, encoding: "utf8" })
    .split("\n")
    .filter((line) => line !== "");
}

function changedFiles(commit) {
  const [base] = commit ? [commit] : gitLines("merge-base", "HEAD", "main");
  const changed = gitLines("diff", "--name-only", "--relative", "--diff-filter=d", base);
  return [...changed, ...gitLines("ls-files", "--others", "--exclude-standard")];
}

/**
 * The tests that belong to a changed file: those of its folder, and those of the feature with its name in the server
 * and in the pages. Vitest's own `--changed` would run all tests of calls, as each of them loads the whole app.
 */
function testsOf(file) {
  const feature = /^(?:contract|locales\/\w+|server\/features|web)\/([\w-]+)/.exec(file)?.[1];
  const near = dirname(file).includes("/") ? `${dirname(file)}/` : file.replace(/(?:\.test)?\.\w+$/, ".test.");
  return feature ? [near, `/${feature}/`] : [near];
}

function quickSteps(commit) {
  const files = changedFiles(commit);
  const biome = ["check", "--colors=off", "--error-on-warnings", "--no-errors-on-unmatched", ...files];
  return [
    ...(files.length > 0 ? [["format, lint and import rules", "biome", biome]] : []),
    typesStep,
    ["nearest tests", "vitest", ["run", "locales/", ...new Set(files.flatMap(testsOf))]],
  ];
}

const [option, commit] = process.argv.slice(2);
const quick = option === "--quick";
const steps = quick ? quickSteps(commit) : allSteps;

try {
  await prepare({ build: !quick });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
const { env: usual } = withBundledNode();
const env = { ...usual, ...(quick && { QUICK_TESTS: "1" }) };
for (const [what, command, args] of steps) {
  const began = Date.now();
  console.log(`\n— ${what}`);
  const { status, error } = spawnSync(command, args, { cwd: projectRoot, env, stdio: "inherit" });
  if (status !== 0) {
    console.error(`\n${what}: failed${error ? ` (${error.message})` : ""}`);
    process.exit(1);
  }
  console.log(`  ${what}: ${((Date.now() - began) / 1000).toFixed(0)} s`);
}
console.log(quick ? "\nThe nearest checks pass; npm test runs all." : "\nAll checks pass.");

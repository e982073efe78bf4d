// The checks, in three sizes.
// `npm test`: what a change most likely breaks, within eight minutes on two cores: static checks, unit and API tests,
// and a core of the browser journeys (those with the tag `@core`).
// `npm run test:all`: everything, the files `*.slow.test.ts` and all journeys included.
// `npm run test:quick [-- <commit>]`: within a minute, what recent changes most likely break: those since a commit, by
// default the branch's and the uncommitted ones.
import { execFileSync, spawn } from "node:child_process";
import { dirname } from "node:path";
import { prepare, projectRoot, withBundledNode } from "./prepare.mjs";

const types = ["types", "sh", ["-c", "react-router typegen && tsc -p ."]];
const staticChecks = [
  ["format, lint and import rules", "biome", ["ci", "--colors=off", "--error-on-warnings", "."]],
  types,
  // reads the route types that the step before generates
  ["dead code", "knip", []],
  ["tables' types", "node", ["scripts/db-types.ts", "--check"]],
];
const withoutSlow = "--exclude=**/*.slow.test.ts";

/** The groups run one after the other, the lanes of a group side by side, the steps of a lane one after the other. */
const coreGroups = [
  [staticChecks, [["unit and API tests", "vitest", ["run", withoutSlow]]]],
  [[["core of the browser journeys", "node", ["scripts/browser-tests.ts", "--core"]]]],
];
const allGroups = [
  [staticChecks, [["unit and API tests", "vitest", ["run"]]]],
  [[["browser journeys", "node", ["scripts/browser-tests.ts"]]]],
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

function quickGroups(commit) {
  const files = changedFiles(commit);
  const biome = ["check", "--colors=off", "--error-on-warnings", "--no-errors-on-unmatched", ...files];
  const nearest = ["run", withoutSlow, "locales/", ...new Set(files.flatMap(testsOf))];
  const changed = files.length > 0 ? [["format, lint and import rules", "biome", biome]] : [];
  return [[[...changed, types]], [[["nearest tests", "vitest", nearest]]]];
}

const running = new Set();

/** Runs a step. Where steps run side by side, only one of them is `live`; the others print at their end. */
function runStep([what, command, args], { env, live }) {
  const began = Date.now();
  if (live) console.log(`\n— ${what}`);
  return new Promise((resolve, reject) => {
    const output = [];
    const pipes = live ? "inherit" : "pipe";
    const child = spawn(command, args, { cwd: projectRoot, env, stdio: ["inherit", pipes, pipes] });
    running.add(child);
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => output.push(chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      running.delete(child);
      if (!live) console.log(`\n— ${what}\n${Buffer.concat(output).toString().trimEnd()}`);
      if (code !== 0) return reject(new Error(`${what}: failed`));
      console.log(`  ${what}: ${((Date.now() - began) / 1000).toFixed(0)} s`);
      resolve();
    });
  });
}

async function runLane(steps, context) {
  for (const step of steps) await runStep(step, context);
}

/** The last lane of a group, the longest, prints as it goes. The first step that fails ends all others. */
async function runGroups(groups, env) {
  for (const lanes of groups) {
    const isLast = (lane) => lane === lanes.at(-1);
    await Promise.all(lanes.map((lane) => runLane(lane, { env, live: isLast(lane) })));
  }
}

const [option = "--core", commit, ...rest] = process.argv.slice(2);
const sizes = {
  "--quick": () => [quickGroups(commit), "The nearest checks pass; npm test runs more."],
  "--core": () => [
    coreGroups,
    "All checks of npm test pass; npm run test:all runs the slow tests and all journeys, too.",
  ],
  "--all": () => [allGroups, "All checks pass."],
};

const isQuick = option === "--quick";

try {
  if (!Object.hasOwn(sizes, option) || (commit && !isQuick) || rest.length > 0) {
    const given = process.argv.slice(2).join(" ");
    throw new Error(
      `Unknown: ${given}. There are --core, --all and --quick <commit>; vitest run <file> runs one file.`,
    );
  }
  await prepare({ build: !isQuick, tools: true });
  const [groups, done] = sizes[option]();
  await runGroups(groups, withBundledNode().env);
  console.log(`\n${done}`);
} catch (error) {
  for (const child of running) child.kill("SIGTERM");
  console.error(`\n${error.message}`);
  process.exitCode = 1;
}

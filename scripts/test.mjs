// All checks, those that fail fastest first. Usage: npm test
import { spawnSync } from "node:child_process";
import { prepare, projectRoot, withBundledNode } from "./prepare.mjs";

const steps = [
  ["format, lint and import rules", "biome", ["ci", "--colors=off", "--error-on-warnings", "."]],
  ["types", "sh", ["-c", "react-router typegen && tsc -p ."]],
  ["dead code", "knip", []],
  ["tables' types", "node", ["scripts/db-types.ts", "--check"]],
  ["unit and API tests", "vitest", ["run"]],
  ["browser journeys", "node", ["scripts/browser-tests.ts"]],
];

try {
  await prepare({ build: true });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
const { env } = withBundledNode();
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
console.log("\nAll checks pass.");

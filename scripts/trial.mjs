// `npm run test:trial -- <file for the key>`: a folder that only `npm start` prepared lacks what tests import.
import { spawnSync } from "node:child_process";
import { prepare, projectRoot, withBundledNode } from "./prepare.mjs";

try {
  await prepare({ tools: true });
  const { node, env } = withBundledNode();
  const args = ["e2e/plant-trial.ts", ...process.argv.slice(2)];
  process.exitCode = spawnSync(node, args, { cwd: projectRoot, env, stdio: "inherit" }).status ?? 1;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

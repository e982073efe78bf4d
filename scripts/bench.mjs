// Measures the product beside its baselines, on the Node that the dependencies bring; see bench/README.md.
// Usage: npm run bench [-- --quick] [--only <part>] [--members 200000] [--rounds 3] [--seconds 3] [--pages 50000]
//   [--data <folder>] [--screens home,members]
import { spawnSync } from "node:child_process";
import { prepare, projectRoot, withBundledNode } from "./prepare.mjs";

try {
  // the memory benchmark needs the pages
  await prepare({ build: !process.argv.includes("--quick"), tools: true });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
const { node, env } = withBundledNode();
const args = ["bench/run.ts", ...process.argv.slice(2)];
const { status } = spawnSync(node, args, { cwd: projectRoot, env, stdio: "inherit" });
process.exit(status ?? 1);

/**
 * Prints the results of advertising (D10.2), from the machine that the product runs on. Usage: npm run results, or
 * npm run results -- --help.
 */
import { enableCompileCache } from "node:module";
import { join } from "node:path";

// the server's own cache: most modules are the same
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/node"));
const { ConfigError } = await import("#server/config.ts");
const { runResults } = await import("./results-commands.ts");

try {
  await runResults(process.argv.slice(2), process.env, (line) => process.stdout.write(`${line}\n`));
} catch (error) {
  const reason =
    error instanceof ConfigError ? error.problems.join("\n") : String(error instanceof Error ? error.message : error);
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}

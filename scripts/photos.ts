/**
 * Moves photos and other files to another store (D12.1), from the machine that the product runs on. Usage: npm run
 * photos, which prints the command.
 */
import { enableCompileCache } from "node:module";
import { join } from "node:path";

// the server's own cache: most modules are the same
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/node"));
const { ConfigError } = await import("#server/config.ts");
const { runPhotos } = await import("./photos-commands.ts");

try {
  await runPhotos(process.argv.slice(2), process.env, (line) => process.stdout.write(`${line}\n`));
} catch (error) {
  const reason =
    error instanceof ConfigError ? error.problems.join("\n") : String(error instanceof Error ? error.message : error);
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}

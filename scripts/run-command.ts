import { enableCompileCache } from "node:module";
import { join } from "node:path";
import type { Print } from "./command-output.ts";

// the server's own cache: most modules are the same. It has to be on before they are imported
enableCompileCache(join(import.meta.dirname, "../node_modules/.cache/node"));

type Command = (args: string[], env: NodeJS.ProcessEnv, print: Print) => Promise<void>;

/** Runs a command of `npm run` on this process's arguments: its output, or else the error message and exit code 1. */
export async function runCommand(load: () => Promise<Command>): Promise<void> {
  const { ConfigError } = await import("#server/config/config.ts");
  const command = await load();
  // the reader of the output has gone, as `| head` does: the command finishes what it does, without saying more
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: Error & { code?: string }) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
  try {
    await command(process.argv.slice(2), process.env, (line) => process.stdout.write(`${line}\n`));
  } catch (error) {
    const reason =
      error instanceof ConfigError ? error.problems.join("\n") : String(error instanceof Error ? error.message : error);
    process.stderr.write(`${reason}\n`);
    process.exitCode = 1;
  }
}

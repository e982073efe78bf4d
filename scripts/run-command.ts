import { type ParseArgsConfig, parseArgs } from "node:util";

export type Print = (line: string) => void;
/** Does what was typed, and prints by `print`. Throws an error whose message is for the user. */
type Command = (args: string[], env: NodeJS.ProcessEnv, print: Print) => Promise<void>;

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Reads what was typed. Throws the reason and the command's usage if it does not fit. */
export function readArguments<const T extends ParseArgsConfig>(config: T, usage: string) {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new Error(`${messageOf(error)}\n\n${usage}`);
  }
}

/** A time in UTC, to the minute. */
export const toMinute = (time: Date): string => time.toISOString().slice(0, 16).replace("T", " ");

/** Runs a command of `npm run` on this process's arguments: its output, or else the error message and exit code 1. */
export async function runCommand(command: Command): Promise<void> {
  // the reader of the output has gone, as `| head` does: the command finishes what it does, without saying more
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: Error & { code?: string }) => {
      if (error.code !== "EPIPE") throw error;
    });
  }
  try {
    await command(process.argv.slice(2), process.env, (line) => process.stdout.write(`${line}\n`));
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    process.exitCode = 1;
  }
}

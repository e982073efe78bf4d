/**
 * Prints the results of advertising (D10.2), from the machine that the product runs on. Usage: npm run results, or
 * npm run results -- --help.
 */
import { runCommand } from "./run-command.ts";

await runCommand(async () => (await import("./results-commands.ts")).runResults);

/**
 * Restores a backup to a moment, or rehearses it. Usage: npm run restore, which prints the commands; see
 * docs/operators/backups.md.
 */
import { runCommand } from "./run-command.ts";

await runCommand(async () => (await import("./restore-commands.ts")).runRestore);

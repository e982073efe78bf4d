/**
 * Moves photos and other files to another store (D12.1), from the machine that the product runs on. Usage: npm run
 * photos, which prints the command.
 */
import { runCommand } from "./run-command.ts";

await runCommand(async () => (await import("./photos-commands.ts")).runPhotos);

/**
 * Creates and changes sites (D2), from the machine that the product runs on. Usage: npm run site, which prints the
 * commands.
 */
import { runCommand } from "./run-command.ts";

await runCommand(async () => (await import("./site-commands.ts")).runSite);

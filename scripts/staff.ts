/**
 * Manages staff, reports, texts under inspection, payments and withdrawals (D11.4), from the machine that the product
 * runs on. Usage: npm run staff, which prints the commands.
 */
import { runCommand } from "./run-command.ts";

await runCommand(async () => (await import("./staff-commands.ts")).runStaff);

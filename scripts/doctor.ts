/**
 * Checks a configuration and everything that it names (D12.2), from the machine that the product runs on. Usage: npm
 * run doctor.
 */
import { runCommand } from "./run-command.ts";

await runCommand(async () => (await import("./doctor-commands.ts")).runDoctor);

/**
 * Manages staff, reports, texts under inspection, payments and withdrawals (D11.4), from the machine that the product
 * runs on. Usage: npm run staff, which prints the commands.
 */
import { ConfigError } from "#server/config.ts";
import { runStaff } from "./staff-commands.ts";

try {
  await runStaff(process.argv.slice(2), process.env, (line) => process.stdout.write(`${line}\n`));
} catch (error) {
  const reason =
    error instanceof ConfigError ? error.problems.join("\n") : String(error instanceof Error ? error.message : error);
  process.stderr.write(`${reason}\n`);
  process.exitCode = 1;
}

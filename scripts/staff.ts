/**
 * Manages staff, reports and texts under inspection (D11.4), from the machine that the product runs on. Usage: npm run
 * staff -- add <e-mail> <name> <role> [address] | reset <e-mail> [address] | disable <e-mail> | list | code | reports |
 * report <number> | close <number> | texts | approve-text <member> | reject-text <member> | debit-blocks | lift-debit-
 * block <member> | withdrawals | close-withdrawal <number> | payments | close-payment <number>
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

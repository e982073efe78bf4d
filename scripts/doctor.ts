/**
 * Checks a configuration and everything that it names (D12.2), from the machine that the product runs on. Usage: npm
 * run doctor.
 */
import { examine } from "#server/doctor/examine.ts";
import type { Finding } from "#server/doctor/finding.ts";
import { createProbes, type Probes } from "#server/doctor/probes.ts";
import { type Print, readArguments, runCommand } from "./run-command.ts";

const usage = `npm run doctor [-- --dkim <selector>]
  Checks the configuration in the environment, and everything it names: database, sites, mail, Redis, store, payments,
  SMS, pushes, clock, disk. Says what is wrong and what to do. Exit code 1 if something is wrong.
  --dkim: the selector of your mail server's DKIM key; may be repeated`;

const signs = new Map<Finding["level"], string>([
  ["good", "ok   "],
  ["note", "note "],
  ["wrong", "WRONG"],
]);

/** Prints the findings, problems last. Throws if there is a problem. */
export async function runDoctor(
  args: string[],
  env: NodeJS.ProcessEnv,
  print: Print,
  probes: Probes = createProbes(),
): Promise<void> {
  const { dkim = [] } = readArguments({ args, options: { dkim: { type: "string", multiple: true } } }, usage).values;
  const findings = Map.groupBy(await examine(env, dkim, probes), ({ level }) => level);
  for (const [level, sign] of signs) {
    for (const { about, text } of findings.get(level) ?? []) print(`${sign}  ${about}: ${text}`);
  }
  const problems = findings.get("wrong")?.length ?? 0;
  if (problems > 0) throw new Error(`${problems} ${problems === 1 ? "thing is" : "things are"} wrong.`);
  print("Nothing is wrong.");
}

if (import.meta.main) await runCommand(runDoctor);

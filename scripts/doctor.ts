/** Checks a configuration and everything that it names, from the machine that the product runs on. */
import { examine } from "#server/doctor/examine.ts";
import type { Finding } from "#server/doctor/finding.ts";
import { createProbes } from "#server/doctor/probes.ts";
import { type Print, readArguments, runCommand } from "./run-command.ts";

const usage = `npm run doctor [-- --dkim <selector>]
  Checks the configuration in the environment, and everything it names: database, sites, mail, Redis, store, payments,
  SMS, pushes, clock, disk, advisories about packages. Says what is wrong and what to do. Exit code 1 if something is wrong.
  --dkim: the selector of your mail server's DKIM key; may be repeated`;

const signs: Record<Finding["level"], string> = { good: "ok   ", note: "note ", wrong: "WRONG" };

/** Prints the findings, problems last. Throws if there is a problem. */
export async function runDoctor(args: string[], env: NodeJS.ProcessEnv, print: Print, probes = createProbes()) {
  const { dkim = [] } = readArguments({ args, options: { dkim: { type: "string", multiple: true } } }, usage).values;
  const levels = Object.keys(signs);
  const findings = (await examine(env, dkim, probes)).sort((a, b) => levels.indexOf(a.level) - levels.indexOf(b.level));
  for (const { level, about, text } of findings) print(`${signs[level]}  ${about}: ${text}`);
  const problems = findings.filter(({ level }) => level === "wrong").length;
  if (problems > 0) throw new Error(`${problems} ${problems === 1 ? "thing is" : "things are"} wrong.`);
  print("Nothing is wrong.");
}

if (import.meta.main) await runCommand(runDoctor);

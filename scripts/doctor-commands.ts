import { examine } from "#server/doctor/examine.ts";
import type { Finding } from "#server/doctor/finding.ts";
import { createProbes, type Probes } from "#server/doctor/probes.ts";
import { type Print, Refusal, readOptions } from "./command-output.ts";

const usage = `npm run doctor [-- --dkim <selector>]
  Checks the configuration in the environment, and everything it names: database, sites, mail, Redis, store, payments,
  SMS, pushes, clock, disk. Says what is wrong and what to do. Exit code 1 if something is wrong.
  --dkim: the selector of your mail server's DKIM key; may be repeated`;

const signs: Record<Finding["level"], string> = { good: "ok   ", note: "note ", wrong: "WRONG" };

/** Prints the findings, problems last. Throws a `Refusal` if there is a problem. */
export async function runDoctor(
  args: string[],
  env: NodeJS.ProcessEnv,
  print: Print,
  probes: Probes = createProbes(),
): Promise<void> {
  const { dkim = [] } = readOptions(args, { dkim: { type: "string", multiple: true } }, usage);
  const findings = await examine(env, dkim, probes);
  const order: Finding["level"][] = ["good", "note", "wrong"];
  for (const level of order) {
    for (const each of findings.filter((one) => one.level === level))
      print(`${signs[level]}  ${each.about}: ${each.text}`);
  }
  const problems = findings.filter(({ level }) => level === "wrong").length;
  if (problems > 0) throw new Refusal(`${problems} ${problems === 1 ? "thing is" : "things are"} wrong.`);
  print("Nothing is wrong.");
}

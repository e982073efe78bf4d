import { type Finding, good, note, reasonOf, wrong } from "./finding.ts";
import type { Probes } from "./probes.ts";

const grave = ["high", "critical"];

/** Compares the installed packages with the advisories that their registry knows. It says so if it can't be asked. */
export async function checkPackages(probes: Probes): Promise<Finding[]> {
  try {
    const weak = await probes.advisories();
    const texts = weak.map(({ name, severity }) => `${name} (${severity})`).join(", ");
    if (weak.length === 0) return [good("packages", "no advisory is known for any of them")];
    const todo = "upgrade to the newest release of the product, or see npm audit --omit=dev";
    const level = weak.some(({ severity }) => grave.includes(severity)) ? wrong : note;
    return [level("packages", `advisories are known for ${texts}: ${todo}`)];
  } catch (error) {
    const todo = "run npm audit --omit=dev once a week on a machine that reaches it";
    return [note("packages", `their registry could not be asked for advisories (${reasonOf(error)}): ${todo}`)];
  }
}

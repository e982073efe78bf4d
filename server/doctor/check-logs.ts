import { type Finding, good, note } from "./finding.ts";
import type { Probes } from "./probes.ts";

/** What the privacy statement promises for the longest-lived lines (`pages:privacy.s8.p1`). */
const promisedDays = 90;
const secondsIn: Record<string, number> = { "": 1, s: 1, min: 60, h: 3_600, day: 86_400, week: 604_800 };
const unitOf = (word: string) => word.replace(/^(?:days|d)$/, "day").replace(/^(?:weeks|w)$/, "week");

/** The days of journald's last `MaxRetentionSec`; undefined: none, or a unit that is longer or unknown. */
function daysKept(journald: string): number | undefined {
  const [, count = "", unit = ""] = [...journald.matchAll(/^\s*MaxRetentionSec=(\d+)\s*(\w*)\s*$/gm)].at(-1) ?? [];
  const seconds = secondsIn[unitOf(unit)];
  return Number(count) === 0 || seconds === undefined ? undefined : (Number(count) * seconds) / 86_400;
}

/** Compares how long the machine keeps its logs with what members are told. Other logs can't be read from here. */
export async function checkLogs(probes: Probes): Promise<Finding[]> {
  const proxy = "see that the proxy's, which hold IP addresses, go as soon";
  const journald = await probes.journald();
  if (journald === undefined) {
    return [note("logs", `no journald here: keep no line longer than ${promisedDays} days, and ${proxy}`)];
  }
  const days = daysKept(journald);
  if (days !== undefined && days <= promisedDays)
    return [good("logs", `journald keeps them for ${days} days: ${proxy}`)];
  return [note("logs", `set MaxRetentionSec=${promisedDays}day in journald.conf, as members are told, and ${proxy}`)];
}

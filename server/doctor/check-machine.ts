import { tmpdir } from "node:os";
import type { Config } from "#server/config/config.ts";
import { attempt, type Finding, good, note, wrong } from "./finding.ts";
import type { Probes } from "./probes.ts";

const gigabyte = 1024 ** 3;
const fewFiles = 10_000;
/** A second or two pass until an answer's date, which has no fractions, is compared. */
const tolerableMs = 3_000;
const wrongMs = 30_000;

async function checkDisk(folder: string, what: string, probes: Probes): Promise<Finding[]> {
  const about = "disk";
  return await attempt(about, `${what} (${folder}) can't be read: create it for the user of the product`, async () => {
    const { freeBytes, totalBytes, freeFiles } = await probes.disk(folder);
    const free = `${(freeBytes / gigabyte).toFixed(1)} GB are free for ${what} (${folder})`;
    if (freeBytes < gigabyte) return [wrong(about, `only ${free}: make room, uploads and the database would fail`)];
    // some file systems do not count files
    if (freeFiles > 0 && freeFiles < fewFiles) {
      return [wrong(about, `only ${freeFiles} more files fit into ${folder}: make room, or format with more inodes`)];
    }
    if (freeBytes < totalBytes / 10) return [note(about, `${free}, less than a tenth: make room soon`)];
    return [good(about, free)];
  });
}

function compare(what: string, theirs: Date, now: Date): Finding {
  const difference = Math.abs(theirs.getTime() - now.getTime());
  if (difference <= tolerableMs) return good("clock", `agrees with ${what}`);
  const seconds = Math.round(difference / 1000);
  const text = `differs from ${what} by ${seconds} seconds: switch time synchronisation on (timedatectl set-ntp true)`;
  return difference > wrongMs ? wrong("clock", text) : note("clock", text);
}

/** `theirs` was the time of the database when this process read `readAt`. */
export async function checkMachine(
  config: Pick<Config, "dataDir" | "mollie">,
  probes: Probes,
  databaseTime: { theirs: Date; readAt: Date } | undefined,
): Promise<Finding[]> {
  const disks = await Promise.all([
    checkDisk(config.dataDir, "DATA_DIR", probes),
    checkDisk(tmpdir(), "uploads in progress", probes),
  ]);
  const outside = config.mollie?.url ?? "https://api.mollie.com";
  // only its date matters; whether it can be reached is another check's finding
  const answer = await probes.request(outside).catch(() => undefined);
  const date = answer?.date;
  return [
    ...disks.flat(),
    ...(databaseTime ? [compare("the database's", databaseTime.theirs, databaseTime.readAt)] : []),
    date
      ? compare("the internet's", date, probes.now())
      : note("clock", "could not be compared with one on the internet"),
  ];
}

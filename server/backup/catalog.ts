import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** A finished base backup; `firstWal` is the oldest file of the archive that restoring it needs. */
export type BaseBackup = { name: string; endedAt: Date; firstWal: string };

const note = z.object({ endedAt: z.coerce.date(), firstWal: z.string().regex(/^[0-9A-F]{24}$/) });
const noteFile = "backup.json";
/** Files of the archive that hold a piece of the log; others describe backups and timelines. */
const piece = /^[0-9A-F]{24}(?:\.\w+)?$/;
/** The position without the timeline: what is older in one is older in all. */
const placeOf = (file: string) => file.slice(8, 24);

export const baseFolder = (folder: string) => join(folder, "base");
export const walFolder = (folder: string) => join(folder, "wal");

/** What PostgreSQL writes; encrypted under the same name with an ending. */
export const baseFile = (folder: string, name: string) => join(baseFolder(folder), name, "base.tar");

/** The finished base backups, the oldest first. One that was cut off has no note. */
export function listBackups(folder: string): BaseBackup[] {
  const base = baseFolder(folder);
  const names = existsSync(base) ? readdirSync(base).sort() : [];
  return names
    .filter((name) => existsSync(join(base, name, noteFile)))
    .map((name) => ({ name, ...note.parse(JSON.parse(readFileSync(join(base, name, noteFile), "utf8"))) }));
}

/** Makes a base backup one that counts: it is complete. */
export function finishBackup(folder: string, { name, endedAt, firstWal }: BaseBackup): void {
  writeFileSync(join(baseFolder(folder), name, noteFile), `${JSON.stringify({ endedAt, firstWal })}\n`, {
    flush: true,
  });
}

/** The newest base backup from which a moment can be reached; of all if no moment is given. */
export function findBackup(folder: string, at: Date | undefined): BaseBackup | undefined {
  return listBackups(folder).findLast(({ endedAt }) => at === undefined || endedAt <= at);
}

const rehearsalFile = (folder: string) => join(folder, "rehearsed.json");

/** Notes that a rehearsal restored the newest backup, and found it the same. */
export function noteRehearsal(folder: string, now: Date): void {
  writeFileSync(rehearsalFile(folder), `${JSON.stringify({ at: now })}\n`, { flush: true });
}

/** When the last backup ended and the last rehearsal succeeded; null: never. Throws if the folder can't be read. */
export function readBackupTimes(folder: string): { backup: Date | null; rehearsal: Date | null } {
  const file = rehearsalFile(folder);
  const at = existsSync(file)
    ? z.object({ at: z.coerce.date() }).parse(JSON.parse(readFileSync(file, "utf8"))).at
    : null;
  return { backup: listBackups(folder).at(-1)?.endedAt ?? null, rehearsal: at };
}

export function lastArchivedAt(folder: string): Date {
  const files = readdirSync(walFolder(folder)).filter((file) => piece.test(file));
  return new Date(Math.max(0, ...files.map((file) => statSync(join(walFolder(folder), file)).mtimeMs)));
}

/** Deletes backups from before `cutoff`, cut-off ones, and their archive. Keeps the newest. Returns how many. */
export function prune(folder: string, cutoff: Date): number {
  const backups = listBackups(folder);
  const newest = backups.at(-1);
  if (!newest) return 0;
  const kept = backups.filter((backup) => backup === newest || backup.endedAt >= cutoff);
  const isKept = (name: string) => name > newest.name || kept.some((backup) => backup.name === name);
  const names = readdirSync(baseFolder(folder)).filter((name) => !isKept(name));
  for (const name of names) rmSync(join(baseFolder(folder), name), { recursive: true, force: true });
  const first = kept.map(({ firstWal }) => placeOf(firstWal)).sort()[0] ?? "";
  for (const file of readdirSync(walFolder(folder))) {
    if (piece.test(file) && placeOf(file) < first) rmSync(join(walFolder(folder), file), { force: true });
  }
  return names.length;
}

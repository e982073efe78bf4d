import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from "node:fs";
import { join } from "node:path";

/** Whether both paths lead to the same folder, through any links or mounts; false if one is missing. */
function isSameFolder(pathA: string, pathB: string): boolean {
  const a = statSync(pathA, { throwIfNoEntry: false });
  const b = statSync(pathB, { throwIfNoEntry: false });
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

/** The arguments that a process was started with; none if it is gone. */
function readArguments(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    // ended meanwhile
    return [];
  }
}

function readPid(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  const pid = Number(readFileSync(file, "utf8").split("\n")[0]);
  return pid > 0 ? pid : undefined;
}

/**
 * The stored pid proves nothing: a copied folder holds that of the other's guard, and after a power cut another process
 * may have it. So its arguments must name this folder. `scripts/prepare.mjs` checks the same.
 */
export function findGuardPid(dataDir: string): number | undefined {
  const pid = readPid(join(dataDir, "guard.pid"));
  if (pid === undefined || pid === process.pid) return undefined;
  const args = readArguments(pid);
  const folder = args[args.findIndex((arg) => arg.endsWith("embedded-guard.ts")) + 1] ?? "";
  return args.length > 0 && isSameFolder(folder, dataDir) ? pid : undefined;
}

/** The PostgreSQL that runs on these files, not on those that they were copied from. */
export function findPostmasterPid(database: string): number | undefined {
  const pid = readPid(join(database, "postmaster.pid"));
  if (pid === undefined) return undefined;
  const args = readArguments(pid);
  const folder = args[args.indexOf("-D") + 1] ?? "";
  return args.includes("-D") && isSameFolder(folder, database) ? pid : undefined;
}

/** All PostgreSQL processes that work in the folder, also those that outlive a killed postmaster. */
export function findWorkerPids(database: string): number[] {
  return readdirSync("/proc")
    .map(Number)
    .filter((pid) => {
      try {
        const program = readlinkSync(`/proc/${pid}/exe`);
        return /\/postgres(?: \(deleted\))?$/.test(program) && isSameFolder(readlinkSync(`/proc/${pid}/cwd`), database);
      } catch {
        // another user's process, or one that has ended meanwhile
        return false;
      }
    });
}

/** Sends a signal to the processes; those that have ended meanwhile are left out. */
export function signalProcesses(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}

import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, statfsSync, statSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { dirname, join } from "node:path";

export type Ids = { uid: number; gid: number };

/**
 * The system user `postgres`, made if there is none, because PostgreSQL refuses to run as root. Undefined: this process
 * is not root, or no such user can be made.
 */
export function ensurePostgresUser(): Ids | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const find = () =>
    readFileSync("/etc/passwd", "utf8")
      .split("\n")
      .find((line) => line.startsWith("postgres:"));
  try {
    if (find() === undefined) {
      spawnSync("groupadd", ["-f", "postgres"]);
      spawnSync("useradd", ["-g", "postgres", "postgres"]);
    }
    const [, , uid, gid] = (find() ?? "").split(":");
    return uid && gid ? { uid: Number(uid), gid: Number(gid) } : undefined;
  } catch {
    // no /etc/passwd: a system without it does not run PostgreSQL as another user either
    return undefined;
  }
}

/** Whether the user may enter the folder and every folder above it. */
export function canEnter(path: string, ids: Ids): boolean {
  const { mode, uid, gid } = statSync(path);
  let mayEnterBit = 0o001;
  if (uid === ids.uid) mayEnterBit = 0o100;
  else if (gid === ids.gid) mayEnterBit = 0o010;
  return (mode & mayEnterBit) !== 0 && (dirname(path) === path || canEnter(dirname(path), ids));
}

const memoryDisk = "/dev/shm";
/** Bytes that must be free, on Linux's disk in memory and in memory itself: a run of the tests fills less. */
const roomInMemory = 3 * 2 ** 30;

function hasRoomInMemory(): boolean {
  if (!existsSync(memoryDisk)) return false;
  const { bavail, bsize } = statfsSync(memoryDisk);
  return Math.min(bavail * bsize, freemem()) > roomInMemory;
}

/** PostgreSQL's own user may enter it, even if only root may enter `TMPDIR`. `inMemory`: if there is room for it. */
export function createScratchFolder({ inMemory = false } = {}): string {
  const ids = ensurePostgresUser();
  const parents = [...(inMemory && hasRoomInMemory() ? [memoryDisk] : []), tmpdir(), "/var/tmp"];
  const parent = parents.find((path) => ids === undefined || canEnter(path, ids)) ?? tmpdir();
  const folder = mkdtempSync(join(parent, "rendezvous-"));
  chmodSync(folder, 0o755);
  return folder;
}

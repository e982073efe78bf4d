import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, statfsSync, statSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { dirname, join } from "node:path";

export type Ids = { uid: number; gid: number };

/** User and group id of a system user. A root process creates the user if it does not exist; null if there is none. */
export function ensureSystemUser(name: string): Ids | null {
  const find = () =>
    readFileSync("/etc/passwd", "utf8")
      .split("\n")
      .find((line) => line.startsWith(`${name}:`));
  try {
    if (find() === undefined && process.getuid?.() === 0) {
      spawnSync("groupadd", ["-f", name]);
      spawnSync("useradd", ["-g", name, name]);
    }
    const [, , uid, gid] = (find() ?? "").split(":");
    return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
  } catch {
    // no /etc/passwd: a system without it does not run PostgreSQL as another user either
    return null;
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
  const ids = process.getuid?.() === 0 ? ensureSystemUser("postgres") : null;
  const parents = [...(inMemory && hasRoomInMemory() ? [memoryDisk] : []), tmpdir(), "/var/tmp"];
  const parent = parents.find((path) => ids === null || canEnter(path, ids)) ?? tmpdir();
  const folder = mkdtempSync(join(parent, "rendezvous-"));
  chmodSync(folder, 0o755);
  return folder;
}

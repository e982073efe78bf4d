import { chmodSync, existsSync, mkdtempSync, statfsSync } from "node:fs";
import { freemem, tmpdir } from "node:os";
import { join } from "node:path";
import { canEnter, ensureSystemUser } from "./system-user.ts";

const memoryDisk = "/dev/shm";
/** Bytes that must be free, on Linux's disk in memory and in memory itself: a run of the tests fills less. */
const roomInMemory = 3 * 2 ** 30;

function hasRoomInMemory(): boolean {
  if (!existsSync(memoryDisk)) return false;
  const { bavail, bsize } = statfsSync(memoryDisk);
  return Math.min(bavail * bsize, freemem()) > roomInMemory;
}

/**
 * A temporary folder that PostgreSQL's own user may enter too, even if only root may enter `TMPDIR`. With `inMemory` it
 * is in memory, if there is room.
 */
export function createScratchFolder({ inMemory = false } = {}): string {
  const ids = process.getuid?.() === 0 ? ensureSystemUser("postgres") : null;
  const parents = [...(inMemory && hasRoomInMemory() ? [memoryDisk] : []), tmpdir(), "/var/tmp"];
  const parent = parents.find((path) => ids === null || canEnter(path, ids)) ?? tmpdir();
  const folder = mkdtempSync(join(parent, "rendezvous-"));
  chmodSync(folder, 0o755);
  return folder;
}

import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { dirname } from "node:path";

export type Ids = { uid: number; gid: number };

/**
 * User and group id of a system user. A root process creates the user if it does not exist;
 * null if there is none.
 */
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

/** True if the user may enter the folder and every folder above it. */
export function canEnter(path: string, ids: Ids): boolean {
  const { mode, uid, gid } = statSync(path);
  let mayEnterBit = 0o001;
  if (uid === ids.uid) mayEnterBit = 0o100;
  else if (gid === ids.gid) mayEnterBit = 0o010;
  return (mode & mayEnterBit) !== 0 && (dirname(path) === path || canEnter(dirname(path), ids));
}

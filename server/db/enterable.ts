import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { Ids } from "./system-user.ts";

/** True if the user may enter the folder and every folder above it. */
export function canEnter(path: string, ids: Ids): boolean {
  const { mode, uid, gid } = statSync(path);
  let mayEnterBit = 0o001;
  if (uid === ids.uid) mayEnterBit = 0o100;
  else if (gid === ids.gid) mayEnterBit = 0o010;
  return (mode & mayEnterBit) !== 0 && (dirname(path) === path || canEnter(dirname(path), ids));
}

/** True if both paths lead to the same folder, through any links or mounts; false if one is missing. */
export function isSameFolder(pathA: string, pathB: string): boolean {
  const a = statSync(pathA, { throwIfNoEntry: false });
  const b = statSync(pathB, { throwIfNoEntry: false });
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

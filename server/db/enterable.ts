import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { Ids } from "./system-user.ts";

/** True if the user may enter the folder and every folder above it. */
export function canEnter(path: string, ids: Ids): boolean {
  const { mode, uid, gid } = statSync(path);
  const bit = uid === ids.uid ? 0o100 : gid === ids.gid ? 0o010 : 0o001;
  return (mode & bit) !== 0 && (dirname(path) === path || canEnter(dirname(path), ids));
}

/** True if both paths lead to the same folder, through any links or mounts; false if one is missing. */
export function isSameFolder(one: string, other: string): boolean {
  const [a, b] = [one, other].map((path) => statSync(path, { throwIfNoEntry: false }));
  return a !== undefined && b !== undefined && a.dev === b.dev && a.ino === b.ino;
}

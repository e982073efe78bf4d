import { randomUUID } from "node:crypto";
import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { checkFolder, checkKey, type Files } from "./port.ts";

/**
 * Files in a folder of this machine. A file appears by a rename after its bytes are on disk, so that neither a reader
 * nor a power cut ever leaves half a file. Leftovers of a killed process are only in `.incoming`.
 */
export function createLocalFiles(root: string): Files {
  return {
    name: "local",
    async put(key, bytes) {
      checkKey(key);
      const target = join(root, key);
      const incoming = join(root, ".incoming", randomUUID());
      await Promise.all([mkdir(dirname(incoming), { recursive: true }), mkdir(dirname(target), { recursive: true })]);
      try {
        await writeFile(incoming, bytes, { flush: true, mode: 0o640 });
        await rename(incoming, target);
      } catch (error) {
        await rm(incoming, { force: true });
        throw error;
      }
    },
    async get(key) {
      checkKey(key);
      try {
        return await readFile(join(root, key));
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async remove(folder) {
      checkFolder(folder);
      await rm(join(root, folder), { recursive: true, force: true });
    },
  };
}

/** True also if a part of the key is a file, or the whole key is a folder: neither holds this key's bytes. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && ["ENOENT", "ENOTDIR", "EISDIR"].includes(String(error.code));
}

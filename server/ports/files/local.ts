import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { checkFolder, checkKey, diskFailure, type Files, isKey } from "./port.ts";

/** Renamed after its bytes are on disk, so that no reader and no power cut sees half a file. `.incoming`: leftovers. */
export function createLocalFiles(root: string): Files {
  return {
    name: "local",
    async put(key, bytes) {
      checkKey(key);
      const target = join(root, key);
      const incoming = join(root, ".incoming", randomUUID());
      try {
        await Promise.all([mkdir(dirname(incoming), { recursive: true }), mkdir(dirname(target), { recursive: true })]);
        await writeFile(incoming, bytes, { flush: true, mode: 0o640 });
        await rename(incoming, target);
      } catch (error) {
        await rm(incoming, { force: true });
        throw diskFailure(error);
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
    list: (after = "") => keysBelow(root, "", after),
  };
}

/** The keys below a folder, sorted as whole keys: `a-b/c` stands before `a/c`, because `-` is less than `/`. */
async function* keysBelow(root: string, folder: string, after: string): AsyncGenerator<string> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch((error: unknown) => {
    // removed meanwhile
    if (isMissing(error)) return [];
    throw error;
  });
  const paths = entries.map((entry) => `${folder}${entry.name}${entry.isDirectory() ? "/" : ""}`);
  for (const path of paths.sort((a, b) => (a < b ? -1 : 1))) {
    if (!path.endsWith("/")) {
      if (path > after && isKey(path)) yield path;
    } else if (path > after || after.startsWith(path)) {
      yield* keysBelow(root, path, after);
    }
  }
}

/** True also if a part of the key is a file, or the whole key is a folder: neither holds this key's bytes. */
function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && ["ENOENT", "ENOTDIR", "EISDIR"].includes(String(error.code));
}

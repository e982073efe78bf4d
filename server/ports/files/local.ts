import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { checkFileKey, checkFolder, diskFailure, type Files, isKey } from "./port.ts";

/** A file is renamed after its bytes are on disk, so that no reader and no power cut sees half of it. */
export function createLocalFiles(root: string): Files {
  const unfinished = join(root, ".incoming");
  return {
    name: "local",
    async put(key, content) {
      checkFileKey(key);
      const target = join(root, key);
      const incoming = join(unfinished, randomUUID());
      try {
        await Promise.all([mkdir(dirname(incoming), { recursive: true }), mkdir(dirname(target), { recursive: true })]);
        await writeFile(incoming, content, { flush: true, mode: 0o640 });
        await rename(incoming, target);
      } catch (error) {
        await rm(incoming, { force: true });
        throw diskFailure(error);
      }
    },
    async get(key) {
      checkFileKey(key);
      return await readFile(join(root, key)).catch(nullIfMissing);
    },
    async open(key) {
      checkFileKey(key);
      const file = await open(join(root, key)).catch(nullIfMissing);
      const stats = await file?.stat();
      if (file && stats?.isFile()) return { bytes: stats.size, stream: file.createReadStream() };
      await file?.close();
      return null;
    },
    async remove(folder) {
      checkFolder(folder);
      await rm(join(root, folder), { recursive: true, force: true });
    },
    list: (after = "") => keysBelow(root, "", after),
    async removeUnfinished(before) {
      for (const name of (await readdir(unfinished).catch(nullIfMissing)) ?? []) {
        const path = join(unfinished, name);
        const stats = await stat(path).catch(nullIfMissing);
        if (stats && stats.mtime < before) await rm(path, { force: true });
      }
    },
  };
}

/** The keys below a folder, sorted as whole keys: `a-b/c` stands before `a/c`, because `-` is less than `/`. */
async function* keysBelow(root: string, folder: string, after: string): AsyncGenerator<string> {
  // null: removed meanwhile
  const entries = (await readdir(join(root, folder), { withFileTypes: true }).catch(nullIfMissing)) ?? [];
  const paths = entries.map((entry) => `${folder}${entry.name}${entry.isDirectory() ? "/" : ""}`);
  for (const path of paths.sort((a, b) => (a < b ? -1 : 1))) {
    if (!path.endsWith("/")) {
      if (path > after && isKey(path)) yield path;
    } else if (path > after || after.startsWith(path)) {
      yield* keysBelow(root, path, after);
    }
  }
}

/** A part of the key may be a file, or the whole key a folder: neither holds this key's bytes. */
function nullIfMissing(error: unknown): null {
  if (error instanceof Error && "code" in error && missingCodes.includes(String(error.code))) return null;
  throw error;
}

const missingCodes = ["ENOENT", "ENOTDIR", "EISDIR"];

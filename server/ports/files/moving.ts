import type { Files } from "./port.ts";

/**
 * The new store while files are being moved to it: files that are only in the old store are still served, and new files
 * go to the new one. A file is removed from the old store first: `moveFiles` looks there last, so that it never
 * brings back a removed file.
 */
export function createMovingFiles(to: Files, from: Files): Files {
  return {
    name: `${to.name}, from ${from.name}`,
    put: (key, bytes, type) => to.put(key, bytes, type),
    get: async (key) => (await to.get(key)) ?? (await from.get(key)),
    async remove(folder) {
      await from.remove(folder);
      await to.remove(folder);
    },
    list: (after) => to.list(after),
  };
}

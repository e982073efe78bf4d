import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { checkFileKey, checkFolder, type Files } from "./port.ts";

export type StoredFile = { bytes: Buffer; type: string };

/** Files for tests, in memory; `stored` shows what was put. */
export function createMemoryFiles(): Files & { stored: Map<string, StoredFile> } {
  const filesByKey = new Map<string, StoredFile>();
  return {
    name: "memory",
    stored: filesByKey,
    async put(key, content, type) {
      checkFileKey(key);
      const bytes = content instanceof Uint8Array ? Buffer.from(content) : await buffer(Readable.from(content));
      filesByKey.set(key, { bytes, type });
    },
    async get(key) {
      checkFileKey(key);
      const file = filesByKey.get(key);
      return file ? Buffer.from(file.bytes) : null;
    },
    async open(key) {
      checkFileKey(key);
      const file = filesByKey.get(key);
      return file ? { bytes: file.bytes.byteLength, stream: Readable.from([Buffer.from(file.bytes)]) } : null;
    },
    async remove(folder) {
      checkFolder(folder);
      for (const key of filesByKey.keys()) if (key.startsWith(folder)) filesByKey.delete(key);
    },
    async *list(after = "") {
      yield* [...filesByKey.keys()].filter((key) => key > after).sort((a, b) => (a < b ? -1 : 1));
    },
    async removeUnfinished() {},
  };
}

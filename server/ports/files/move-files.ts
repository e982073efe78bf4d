import { createHash } from "node:crypto";
import type { Files } from "./port.ts";

export type Moved = { copied: number; alreadyThere: number; removedMeanwhile: number };

const atOnce = 16;
const types: Record<string, string> = { webp: "image/webp", jpg: "image/jpeg", zip: "application/zip" };
const typeOf = (key: string) => types[key.slice(key.lastIndexOf(".") + 1)] ?? "application/octet-stream";
const hashOf = (bytes: Buffer | null) => bytes && createHash("sha256").update(bytes).digest("hex");

/**
 * Reads each copied file back and compares the hashes; removes nothing from the old store. `reached` gets the last key
 * of each finished batch, where the next run may go on. Throws if a file reads differently, or if a store fails.
 */
export async function moveFiles(
  { from, to }: { from: Files; to: Files },
  after: string,
  reached: (key: string, moved: Moved) => void,
): Promise<Moved> {
  const moved: Moved = { copied: 0, alreadyThere: 0, removedMeanwhile: 0 };
  let batch: string[] = [];
  const finish = async () => {
    // all of them end before the first failure is thrown: nothing is copied after this function returned
    for (const outcome of await Promise.allSettled(batch.map((key) => moveFile({ from, to }, key)))) {
      if (outcome.status === "rejected") throw outcome.reason;
      moved[outcome.value] += 1;
    }
    const last = batch.at(-1);
    if (last !== undefined) reached(last, moved);
    batch = [];
  };
  for await (const key of from.list(after)) {
    batch.push(key);
    if (batch.length === atOnce) await finish();
  }
  await finish();
  return moved;
}

async function moveFile({ from, to }: { from: Files; to: Files }, key: string): Promise<keyof Moved> {
  const bytes = await from.get(key);
  if (!bytes) return "removedMeanwhile";
  const hash = hashOf(bytes);
  if (hashOf(await to.get(key)) === hash) return "alreadyThere";
  await to.put(key, bytes, typeOf(key));
  // The product removes from the old store first. If it did so since, its removal at the new store may have come early.
  if (!(await from.get(key))) {
    await to.remove(key.slice(0, key.lastIndexOf("/") + 1));
    return "removedMeanwhile";
  }
  if (hashOf(await to.get(key)) !== hash) throw new Error(`${key} reads differently after it was copied`);
  return "copied";
}

/**
 * Files that are only in the old store are still served, and new ones go to the new one. A file is removed from the old
 * store first: `moveFiles` looks there last, so that it never brings back a removed file.
 */
export function createMovingFiles(to: Files, from: Files): Files {
  return {
    name: `${to.name}, from ${from.name}`,
    put: (key, content, type) => to.put(key, content, type),
    get: async (key) => (await to.get(key)) ?? (await from.get(key)),
    open: async (key) => (await to.open(key)) ?? (await from.open(key)),
    async remove(folder) {
      await from.remove(folder);
      await to.remove(folder);
    },
    list: (after) => to.list(after),
    async removeUnfinished(before) {
      await from.removeUnfinished(before);
      await to.removeUnfinished(before);
    },
  };
}

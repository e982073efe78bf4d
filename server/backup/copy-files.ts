import { copyFile, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { dayOf } from "#contract/days.ts";
import { createLocalFiles } from "#server/ports/files/local.ts";

const copies = (folder: string) => join(folder, "files");
/** Files that members removed stay here, in a folder for each day, as long as the base backups. */
const removedFolder = (folder: string) => join(folder, "files-removed");

const exists = (path: string) =>
  stat(path).then(
    () => true,
    () => false,
  );

async function move(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await rename(from, to);
}

/** Copies a file under another name first, so that a killed run leaves no half of it. */
async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, `${to}.copying`);
  await rename(`${to}.copying`, to);
}

/**
 * Copies the product's files that the backup lacks. A file's bytes never change under its key. Files that are gone from
 * the product are moved aside, and removed for good with the backups of their time. Returns how many were copied.
 */
export async function backUpFiles(source: string, folder: string, now: Date, cutoff: Date): Promise<number> {
  let copied = 0;
  for await (const key of createLocalFiles(source).list()) {
    if (await exists(join(copies(folder), key))) continue;
    try {
      await copy(join(source, key), join(copies(folder), key));
      copied += 1;
    } catch (error) {
      // removed by its member meanwhile
      if (await exists(join(source, key))) throw error;
    }
  }
  for await (const key of createLocalFiles(copies(folder)).list()) {
    if (await exists(join(source, key))) continue;
    await move(join(copies(folder), key), join(removedFolder(folder), dayOf(now), key));
  }
  for (const day of await readdir(removedFolder(folder)).catch(() => [])) {
    if (day < dayOf(cutoff)) await rm(join(removedFolder(folder), day), { recursive: true });
  }
  return copied;
}

/** Copies back what the product lacks of the files that it had at a moment; returns how many. */
export async function bringBackFiles(folder: string, target: string, at: Date): Promise<number> {
  const days = await readdir(removedFolder(folder)).catch(() => []);
  const later = days.filter((day) => day >= dayOf(at));
  let copied = 0;
  for (const source of [copies(folder), ...later.map((day) => join(removedFolder(folder), day))]) {
    for await (const key of createLocalFiles(source).list()) {
      if (await exists(join(target, key))) continue;
      await copy(join(source, key), join(target, key));
      copied += 1;
    }
  }
  return copied;
}

import { copyFile, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { dayOf } from "#contract/days.ts";
import { createLocalFiles } from "#server/ports/files/local.ts";
import { decryptFile, encrypted, encryptFile } from "./encryption.ts";

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

const keyOf = (name: string) => (name.endsWith(encrypted) ? name.slice(0, -encrypted.length) : name);

async function copyEncrypted(from: string, to: string, recipient: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await encryptFile(from, `${to}${encrypted}`, recipient);
  // from the time before copies were encrypted
  await rm(to, { force: true });
}

type FileBackup = { now: Date; cutoff: Date; recipient: string | undefined };

/**
 * Copies files, encrypted for the recipient if there is one. A file's bytes never change under its key. Files that are
 * gone are moved aside, and removed for good with the backups of their time. Returns how many were copied.
 */
export async function backUpFiles(
  source: string,
  folder: string,
  { now, cutoff, recipient }: FileBackup,
): Promise<number> {
  let copied = 0;
  for await (const key of createLocalFiles(source).list()) {
    const target = join(copies(folder), key);
    if (await exists(recipient === undefined ? target : `${target}${encrypted}`)) continue;
    try {
      if (recipient === undefined) await copy(join(source, key), target);
      else await copyEncrypted(join(source, key), target, recipient);
      copied += 1;
    } catch (error) {
      // removed by its member meanwhile
      if (await exists(join(source, key))) throw error;
    }
  }
  for await (const name of createLocalFiles(copies(folder)).list()) {
    if (await exists(join(source, keyOf(name)))) continue;
    await move(join(copies(folder), name), join(removedFolder(folder), dayOf(now), name));
  }
  for (const day of await readdir(removedFolder(folder)).catch(() => [])) {
    if (day < dayOf(cutoff)) await rm(join(removedFolder(folder), day), { recursive: true });
  }
  return copied;
}

/** What the product lacks of the files that it had at a moment; returns how many. Decrypts by `identity`. */
export async function bringBackFiles(
  folder: string,
  target: string,
  at: Date,
  identity: string | undefined,
): Promise<number> {
  const days = await readdir(removedFolder(folder)).catch(() => []);
  const later = days.filter((day) => day >= dayOf(at));
  let copied = 0;
  for (const source of [copies(folder), ...later.map((day) => join(removedFolder(folder), day))]) {
    for await (const name of createLocalFiles(source).list()) {
      const to = join(target, keyOf(name));
      if (await exists(to)) continue;
      if (identity === undefined || keyOf(name) === name) await copy(join(source, name), to);
      else {
        await mkdir(dirname(to), { recursive: true });
        await decryptFile(join(source, name), to, identity);
      }
      copied += 1;
    }
  }
  return copied;
}

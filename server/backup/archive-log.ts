import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { walFolder } from "./catalog.ts";
import { decryptFile, encrypted, encryptFile, readIdentity } from "./encryption.ts";

/** The hash of a piece of the log, beside it: two encryptions of one file differ. */
const sumOf = (path: string) => `${path}.sum`;

/**
 * PostgreSQL's `archive_command` calls it. PostgreSQL repeats a piece if it ended before it noted the success, so the
 * same piece is fine. Throws if another one has its name: the log of another database must not be overwritten.
 */
export async function archiveLog(folder: string, recipient: string, from: string, name: string): Promise<void> {
  const path = join(walFolder(folder), name);
  const sum = createHash("sha256")
    .update(await readFile(from))
    .digest("hex");
  const archivedSum = await readFile(sumOf(path), "utf8").catch(() => undefined);
  if (existsSync(`${path}${encrypted}`)) {
    if (archivedSum === sum) return;
    throw new Error(`${path}${encrypted} is there already, with other contents`);
  }
  // first, so that a piece is never without it
  await writeFile(sumOf(path), sum, { flush: true });
  await encryptFile(from, `${path}${encrypted}`, recipient);
}

/** Brings a piece of the log back from the archive, encrypted or not, for PostgreSQL's `restore_command`. */
export async function bringBackLog(folder: string, keyFile: string, name: string, to: string): Promise<void> {
  const path = join(walFolder(folder), name);
  if (existsSync(`${path}${encrypted}`)) await decryptFile(`${path}${encrypted}`, to, await readIdentity(keyFile));
  else await copyFile(path, to);
}

import type { Db } from "#server/db/pool.ts";
import { sealedFolder } from "#server/features/profiles/index.ts";
import { sitePictureKey } from "#server/features/sites/index.ts";
import { moveFiles } from "#server/ports/files/move-files.ts";
import type { Files } from "#server/ports/files/port.ts";
import type { Installation, Moving } from "./moving.ts";

/** Where the files of a site lie: folders of its own, and single ones. */
async function prefixesOf(db: Db, siteId: number): Promise<string[]> {
  const sealed = await db.selectFrom("sealed_photos").select("photo_id").where("site_id", "=", siteId).execute();
  const settings = await db.selectFrom("site_settings").selectAll().where("site_id", "=", siteId).execute();
  const pictures = JSON.stringify(settings).match(/\b[\da-f]{32}\b/g) ?? [];
  return [
    `downloads/${siteId}/`,
    `photos/${siteId}/`,
    ...sealed.map(({ photo_id: id }) => sealedFolder(id)),
    ...new Set(pictures.map((hash) => sitePictureKey(hash).replace(/\.webp$/, "."))),
  ];
}

async function listKeys(files: Files, prefixes: readonly string[]): Promise<string[]> {
  const keys: string[] = [];
  for (const prefix of prefixes) {
    // `/` and what follows it: all keys of the folder stand together
    for await (const key of files.list(prefix)) {
      if (!key.startsWith(prefix)) break;
      keys.push(key);
    }
  }
  return keys;
}

const folderOf = (key: string) => key.slice(0, key.lastIndexOf("/") + 1);

/** Makes the site's files at the target those of the source; each that is copied is read back and compared. */
export async function syncFiles({ from, to, siteId }: Moving): Promise<number> {
  const prefixes = await prefixesOf(from.db, siteId);
  const source = await listKeys(from.files, prefixes);
  const target = new Set(await listKeys(to.files, prefixes));
  const folders = new Set(source.map(folderOf));
  for (const key of target) {
    if (/^(?:photos|downloads)\//.test(key) && !folders.has(folderOf(key))) await to.files.remove(folderOf(key));
  }
  const missing = source.filter((key) => !target.has(key)).sort();
  const list = async function* () {
    yield* missing;
  };
  await moveFiles({ from: { ...from.files, list }, to: to.files }, "", () => {});
  return source.length;
}

/**
 * Removes those that the rows in `db` name. A picture of the site's settings is named by its content, and may be
 * another site's too: it stays.
 */
export async function removeFiles({ files }: Pick<Installation, "files">, siteId: number, db: Db): Promise<void> {
  for (const prefix of await prefixesOf(db, siteId)) if (prefix.endsWith("/")) await files.remove(prefix);
}

import type { Files } from "#server/ports/files/port.ts";
import type { Services } from "#server/services.ts";
import type { Fingerprints } from "./fingerprint.ts";
import { type PhotoFile, type PhotoSource, processPhoto } from "./process-photo.ts";
import { fileKey, mediaTypes } from "./rules.ts";

export type StoredPicture = { width: number; height: number; thumbhash: string; fingerprints: Fingerprints | null };

/** Stores each size and a blurred one. Throws `PhotoRefused` before it writes any; other errors may leave some. */
export async function storePicture(
  { files: store }: Pick<Services, "files">,
  folder: string,
  image: PhotoSource,
): Promise<StoredPicture> {
  const { files, ...picture } = await processPhoto(image);
  await putFiles(store, { folder, edition: "" }, files);
  return picture;
}

/** Stores the files of a photo or of a crop. If one fails, it throws when none is written any more. */
export async function putFiles(
  store: Files,
  { folder, edition }: { folder: string; edition: string },
  files: readonly PhotoFile[],
): Promise<void> {
  const written = await Promise.allSettled(
    files.map(({ variant, format, bytes }) =>
      store.put(fileKey(folder, variant, edition, format), bytes, mediaTypes[format]),
    ),
  );
  for (const each of written) if (each.status === "rejected") throw each.reason;
}

/**
 * Writes files, then the row that names them: `store` calls `named` once it has written it. If it fails before, it
 * removes the files; after, only the commit's answer may be lost: they stay, and a job looks for the row an hour later.
 */
export async function withNewFiles<T>(
  files: Files,
  folder: string,
  store: (named: () => void) => Promise<T>,
): Promise<T> {
  let mayBeNamed = false;
  try {
    return await store(() => {
      mayBeNamed = true;
    });
  } catch (error) {
    // if the store is unreachable too, the job removes them
    if (!mayBeNamed) await files.remove(folder).catch(() => undefined);
    throw error;
  }
}

import type { Services } from "#server/services.ts";
import type { Fingerprints } from "./fingerprint.ts";
import { type PhotoSource, processPhoto } from "./process-photo.ts";
import { fileKey, mediaTypes } from "./rules.ts";

export type StoredPicture = { width: number; height: number; thumbhash: string; fingerprints: Fingerprints | null };

/**
 * Creates the files of a photo in a folder, in each size and blurred (D8.1). Throws `PhotoRefused` before it writes any
 * file. After other errors some files may be left.
 */
export async function storePicture(
  { files: store }: Pick<Services, "files">,
  folder: string,
  image: PhotoSource,
): Promise<StoredPicture> {
  const { files, ...picture } = await processPhoto(image);
  await Promise.all(
    files.map(({ variant, format, bytes }) =>
      store.put(fileKey(folder, variant, "", format), bytes, mediaTypes[format]),
    ),
  );
  return picture;
}

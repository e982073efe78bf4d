import { strToU8, type Zippable, zip } from "fflate";

/**
 * A file of an archive. Bytes are stored without compression, because they are photos, which are compressed already.
 */
export type ArchiveFile = { name: string; content: string | Uint8Array };

/** Packs files as a ZIP, off the event loop if they are large; `now` is their modification time. */
export async function writeArchive(files: readonly ArchiveFile[], now: Date): Promise<Uint8Array> {
  const packed: Zippable = {};
  for (const { name, content } of files) {
    packed[name] = typeof content === "string" ? [strToU8(content), { level: 6 }] : [content, { level: 0 }];
  }
  return await new Promise((resolve, reject) => {
    zip(packed, { mtime: now }, (error, archive) => (error ? reject(error) : resolve(archive)));
  });
}

import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";

const worthPacking = /\.(?:js|css|svg|json)$/;

const packs = { br: promisify<Buffer, Buffer>(brotliCompress), gz: promisify<Buffer, Buffer>(gzip) };

/** The style sheet of the server's build: React Router copies it to the client's files, but no page refers to it. */
const ofServer = /(?:^|[\\/])server-build-[\w-]+\.css$/;

/** Removes what no page uses, and compresses the rest. A running server finds a compressed file whole or not at all. */
export async function packClient(folder: string): Promise<void> {
  // on all cores: the best compression of a whole build takes seconds
  await Promise.all(
    (await readdir(folder, { recursive: true })).map(async (name) => {
      const file = join(folder, name);
      if (ofServer.test(name)) return await rm(file);
      if (!worthPacking.test(name)) return;
      const content = await readFile(file);
      for (const [ending, pack] of Object.entries(packs)) {
        await writeFile(`${file}.${ending}.part`, await pack(content));
        await rename(`${file}.${ending}.part`, `${file}.${ending}`);
      }
    }),
  );
}

const [, , folder] = process.argv;
if (import.meta.main && folder !== undefined) await packClient(folder);

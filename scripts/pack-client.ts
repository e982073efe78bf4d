import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

const worthPacking = /\.(?:js|css|svg|json)$/;

/** The style sheet of the server's build: React Router copies it to the client's files, but no page refers to it. */
const ofServer = /(?:^|[\\/])server-build-[\w-]+\.css$/;

/** Removes what no page uses from a built client's folder, and compresses its files once, so that requests need not. */
export async function packClient(folder: string): Promise<void> {
  for (const name of await readdir(folder, { recursive: true })) {
    if (ofServer.test(name)) await rm(join(folder, name));
    else if (worthPacking.test(name)) {
      const content = await readFile(join(folder, name));
      await writeFile(join(folder, `${name}.br`), brotliCompressSync(content));
      await writeFile(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
    }
  }
}

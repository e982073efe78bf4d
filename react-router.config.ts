import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import type { Config } from "@react-router/dev/config";

const worthPacking = /\.(?:js|css|svg|json)$/;

export default {
  appDirectory: "web",
  ssr: true,
  routeDiscovery: { mode: "lazy" },
  /** Compresses the client's files once, so that requests need not. */
  async buildEnd({ reactRouterConfig }) {
    const folder = join(reactRouterConfig.buildDirectory, "client");
    for (const name of await readdir(folder, { recursive: true })) {
      if (!worthPacking.test(name)) continue;
      const content = await readFile(join(folder, name));
      await writeFile(join(folder, `${name}.br`), brotliCompressSync(content));
      await writeFile(join(folder, `${name}.gz`), gzipSync(content, { level: 9 }));
    }
  },
} satisfies Config;

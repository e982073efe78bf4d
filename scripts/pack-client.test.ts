import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { packClient } from "./pack-client.ts";

test("a built client is compressed, and has no style sheet of the server's build", async () => {
  const folder = mkdtempSync(join(tmpdir(), "client-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "assets"));
  const style = "body { color: red }".repeat(50);
  for (const name of ["root-a_1.css", "server-build-b-2.css", "font.woff2"]) {
    writeFileSync(join(folder, "assets", name), style);
  }
  await packClient(folder);
  const files = readdirSync(join(folder, "assets")).sort();
  expect(files).toEqual(["font.woff2", "root-a_1.css", "root-a_1.css.br", "root-a_1.css.gz"]);
  const read = (name: string) => readFileSync(join(folder, "assets", name));
  expect(String(brotliDecompressSync(read("root-a_1.css.br")))).toBe(style);
  expect(String(gunzipSync(read("root-a_1.css.gz")))).toBe(style);
});

import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { createLocalFiles } from "#server/ports/files/local.ts";
import { startTestS3 } from "#server/ports/files/test-s3.ts";
import { runPhotos } from "./photos.ts";

const s3 = await startTestS3();
afterAll(() => s3.close());
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "move-"));
  s3.objects.clear();
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs the command, and returns its output. */
async function run(env: Record<string, string> = {}, args = ["move"]): Promise<string[]> {
  const lines: string[] = [];
  const usual = { NODE_ENV: "test", SECRET: "a secret for tests only, long enough", DATA_DIR: folder };
  await runPhotos(args, { ...usual, ...env }, (line) => lines.push(line));
  return lines;
}
const toStore = () => ({ STORAGE_URL: s3.url(), STORAGE_MOVE_FROM: "local" });

async function fill(count: number): Promise<void> {
  const files = createLocalFiles(join(folder, "files"));
  for (let number = 100; number < 100 + count; number += 1) {
    await files.put(`photos/1/${number}/card.webp`, Buffer.from(String(number)), "image/webp");
  }
}

test("D12.1 photos -- move copies the folder to the store, continues an interrupted run, and also moves back", async () => {
  await fill(40);
  s3.fail(503);
  await expect(run(toStore())).rejects.toThrow("the file store answered GET with 503");
  s3.fail(undefined);
  expect(await run(toStore())).toContainEqual(expect.stringMatching(/^40 files were copied, 0 were there already/));
  expect(s3.objects.size).toBe(40);
  expect(existsSync(join(folder, "photos-move.json"))).toBe(false);

  const other = join(folder, "other");
  const back = { DATA_DIR: other, STORAGE_MOVE_FROM: s3.url() };
  expect(await run(back)).toContainEqual(expect.stringMatching(/^40 files were copied/));
  const files = createLocalFiles(join(other, "files"));
  expect(String(await files.get("photos/1/139/card.webp"))).toBe("139");
});

test("D12.1 a run continues after the noted file, unless the note is broken or names other stores", async () => {
  await fill(20);
  const note = join(folder, "photos-move.json");
  for (const text of ["", "{", '{"stores":"others","after":"photos/1/119/card.webp"}']) {
    writeFileSync(note, text);
    s3.objects.clear();
    expect(await run(toStore())).toContainEqual(expect.stringMatching(/^20 files were copied/));
  }
});

test("D12.2 without a store to move from, or with an unknown command, photos says what to do", async () => {
  await expect(run({ STORAGE_URL: s3.url() })).rejects.toThrow("STORAGE_MOVE_FROM must name the store");
  await expect(run({}, [])).rejects.toThrow("npm run photos -- move");
  await expect(run({}, ["delete"])).rejects.toThrow("npm run photos -- move");
});

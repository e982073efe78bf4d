import { afterAll, beforeEach, expect, test } from "vitest";
import { createMemoryFiles } from "./memory.ts";
import { createMovingFiles, moveFiles } from "./move-files.ts";
import { createS3Files } from "./s3.ts";
import { startTestS3 } from "./test-s3.ts";
import { storeOf } from "./test-store-of.ts";

const s3 = await startTestS3();
const to = createS3Files(storeOf(s3.url()));
afterAll(() => s3.close());

let from = createMemoryFiles();
beforeEach(() => {
  s3.fail(undefined);
  s3.objects.clear();
  s3.requests.length = 0;
  from = createMemoryFiles();
});

const keys = Array.from(
  { length: 50 },
  (_, i) => `photos/1/${String(i).padStart(2, "0")}/card.${i % 2 ? "jpg" : "webp"}`,
);
const fill = () => Promise.all(keys.map((key) => from.put(key, Buffer.from(`bytes of ${key}`), "image/webp")));
const ignore = () => {};

test("D12.1 all files are copied with their types, and a second run finds nothing to copy", async () => {
  await fill();
  await from.put("downloads/1/a/b/data.zip", Buffer.from("zip"), "application/zip");
  expect(await moveFiles({ from, to }, "", ignore)).toEqual({ copied: 51, alreadyThere: 0, removedMeanwhile: 0 });
  for (const key of keys) expect(String(await to.get(key))).toBe(`bytes of ${key}`);
  expect(s3.objects.get(keys[1] ?? "")?.type).toBe("image/jpeg");
  expect(s3.objects.get("downloads/1/a/b/data.zip")?.type).toBe("application/zip");
  expect(await moveFiles({ from, to }, "", ignore)).toEqual({ copied: 0, alreadyThere: 51, removedMeanwhile: 0 });
  expect(from.stored.size).toBe(51);
});

test("D12.1 an interrupted run goes on after the last finished batch", async () => {
  await fill();
  let after = "";
  const interrupted = moveFiles({ from, to }, after, (key) => {
    after = key;
    s3.fail(500);
  });
  await expect(interrupted).rejects.toThrow("500");
  expect(after).toBe(keys[15]);
  s3.fail(undefined);
  expect(await moveFiles({ from, to }, after, ignore)).toEqual({ copied: 34, alreadyThere: 0, removedMeanwhile: 0 });
  expect(s3.objects.size).toBe(50);
});

test("D12.1 a file that differs in the new store is replaced; one that reads differently afterwards ends the move", async () => {
  await fill();
  await to.put(keys[3] ?? "", Buffer.from("half"), "image/jpeg");
  expect(await moveFiles({ from, to }, "", ignore)).toMatchObject({ copied: 50 });
  expect(String(await to.get(keys[3] ?? ""))).toBe(`bytes of ${keys[3]}`);
  const forgetful = { ...createMemoryFiles(), put: async () => {} };
  await expect(moveFiles({ from, to: forgetful }, "", ignore)).rejects.toThrow("reads differently");
});

test("D12.1 D3.9 a file that is removed while it is copied is in neither store afterwards, whatever comes first", async () => {
  const [key = ""] = keys;
  const folder = "photos/1/00/";
  for (const moment of ["get", "put", "afterwards"] as const) {
    await from.put(key, Buffer.from("a"), "image/webp");
    const product = createMovingFiles(to, from);
    const slow = {
      ...to,
      async put(...file: Parameters<typeof to.put>) {
        if (moment === "get") await product.remove(folder);
        await to.put(...file);
        if (moment === "put") await product.remove(folder);
      },
    };
    await moveFiles({ from, to: slow }, "", ignore);
    if (moment === "afterwards") await product.remove(folder);
    expect([await from.get(key), await to.get(key)]).toEqual([null, null]);
  }
});

test("D12.1 while files are moved, those of the old store are served, and new ones go to the new store", async () => {
  await fill();
  const product = createMovingFiles(to, from);
  expect(String(await product.get(keys[0] ?? ""))).toBe(`bytes of ${keys[0]}`);
  await product.put("photos/1/new/card.webp", Buffer.from("new"), "image/webp");
  expect(from.stored.has("photos/1/new/card.webp")).toBe(false);
  expect(s3.objects.has("photos/1/new/card.webp")).toBe(true);
});

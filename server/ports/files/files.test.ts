import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, describe, expect, test } from "vitest";
import { createLocalFiles } from "./local.ts";
import { createMemoryFiles } from "./memory.ts";
import { createMovingFiles } from "./move-files.ts";
import { createS3Files } from "./s3.ts";
import { startTestS3 } from "./test-s3.ts";
import { keysOf, storeOf } from "./test-store-of.ts";

const root = await mkdtemp(join(tmpdir(), "files-"));
const s3 = await startTestS3();
s3.setPageSize(2);
afterAll(async () => {
  await s3.close();
  await rm(root, { recursive: true });
});

const bytes = (text: string) => Buffer.from(text);

describe.each([
  createLocalFiles(join(root, "local")),
  createMemoryFiles(),
  createS3Files(storeOf(s3.url())),
  { ...createS3Files(storeOf(s3.url("/town/pictures"))), name: "a folder of s3" },
  createMovingFiles(createS3Files(storeOf(s3.url("/new"))), createLocalFiles(join(root, "old"))),
])("D12.1 files in $name", (files) => {
  test("a stored file is read back, byte for byte", async () => {
    const all = Buffer.from(Array.from({ length: 256 }, (_, value) => value));
    await files.put("photos/1/a/card.webp", all, "image/webp");
    expect(await files.get("photos/1/a/card.webp")).toEqual(all);
  });

  test("a stream is stored whole and read back as a stream, with its length", async () => {
    const part = Buffer.alloc(100_000, "part");
    async function* parts() {
      for (let count = 0; count < 20; count += 1) yield part;
    }
    await files.put("downloads/1/a/data.zip", parts(), "application/zip");
    const file = await files.open("downloads/1/a/data.zip");
    expect(file?.bytes).toBe(2_000_000);
    expect(file && (await buffer(file.stream))).toEqual(Buffer.concat(Array(20).fill(part)));
    for (const key of ["downloads/1/a/none.zip", "downloads/1/a", "downloads/1/a/data.zip/x"]) {
      expect(await files.open(key)).toBeNull();
    }
  });

  test("a stream that breaks off stores nothing, and leaves what was there", async () => {
    await files.put("downloads/1/b/data.zip", bytes("the first"), "application/zip");
    async function* broken() {
      yield bytes("half");
      throw new Error("broken off");
    }
    await expect(files.put("downloads/1/b/data.zip", broken(), "application/zip")).rejects.toThrow("broken off");
    expect(String(await files.get("downloads/1/b/data.zip"))).toBe("the first");
  });

  test("a key without a file reads as null, also beside and above one with a file", async () => {
    await files.put("photos/1/b/card.webp", bytes("b"), "image/webp");
    expect(await files.get("photos/1/b/thumb.webp")).toBeNull();
    expect(await files.get("photos/1/b")).toBeNull();
    expect(await files.get("photos/1/b/card.webp/more")).toBeNull();
  });

  test("the second put replaces the first", async () => {
    await files.put("photos/1/c/card.webp", bytes("a longer first"), "image/webp");
    await files.put("photos/1/c/card.webp", bytes("second"), "image/webp");
    expect(String(await files.get("photos/1/c/card.webp"))).toBe("second");
  });

  test("after parallel puts of one key, one of the files is there whole", async () => {
    const texts = Array.from({ length: 20 }, (_, i) => String(i).repeat(5_000 + i));
    await Promise.all(texts.map((text) => files.put("photos/1/d/card.webp", bytes(text), "image/webp")));
    expect(texts).toContain(String(await files.get("photos/1/d/card.webp")));
  });

  test("removing a folder removes everything below it and nothing beside it", async () => {
    await files.put("photos/1/e/card.webp", bytes("e"), "image/webp");
    await files.put("photos/1/e/x/card.webp", bytes("e"), "image/webp");
    await files.put("photos/1/e2/card.webp", bytes("e2"), "image/webp");
    await files.remove("photos/1/e/");
    await files.remove("photos/1/never-there/");
    expect(await files.get("photos/1/e/card.webp")).toBeNull();
    expect(await files.get("photos/1/e/x/card.webp")).toBeNull();
    expect(String(await files.get("photos/1/e2/card.webp"))).toBe("e2");
  });

  test("all keys are listed in the order of their bytes, from any key on", async () => {
    const keys = ["lists/a-b/c.webp", "lists/a.b", "lists/a/b-c/x", "lists/a/b.c/x", "lists/a/b/y", "lists/b"];
    await Promise.all(keys.map((key) => files.put(key, bytes(key), "image/webp")));
    const listed = async (after?: string) =>
      (await keysOf(files.list(after))).filter((key) => key.startsWith("lists/"));
    expect(await listed()).toEqual(keys);
    for (const [index, key] of keys.entries()) expect(await listed(key)).toEqual(keys.slice(index + 1));
    expect(await listed("lists/a/b-d")).toEqual(keys.slice(3));
    await files.remove("lists/a/");
    expect(await listed()).toEqual(["lists/a-b/c.webp", "lists/a.b", "lists/b"]);
  });

  test.each([
    ["climbs", "photos/../../etc/passwd"],
    ["begins with a slash", "/etc/passwd"],
    ["begins with a dot", ".incoming/x"],
    ["hides a part", "photos/.x/y"],
    ["has an empty part", "photos//x"],
    ["has a NUL", "photos/x\0.webp"],
    ["has a backslash", "photos\\x"],
    ["has a percent sign", "photos/%2e%2e/x"],
    ["has a line end", "photos/x\n"],
    ["is one word", "photos"],
    ["is empty", ""],
    ["is too long", `photos/${"x".repeat(200)}`],
  ])("a key that %s is refused", async (_, key) => {
    await expect(files.put(key, bytes("x"), "image/webp")).rejects.toThrow("not a file key");
    await expect(files.get(key)).rejects.toThrow("not a file key");
    await expect(files.open(key)).rejects.toThrow("not a file key");
    await expect(files.remove(`${key}/`)).rejects.toThrow("not a file key");
  });

  test.each(["photos/1/a", "", "/"])("remove refuses %j, which is not a folder below the root", async (folder) => {
    await expect(files.remove(folder)).rejects.toThrow("not a f");
  });
});

test("local files leave no half-written files behind", async () => {
  const files = createLocalFiles(join(root, "local"));
  await files.put("photos/1/f/card.webp", bytes("f"), "image/webp");
  await expect(files.put("photos/1/f/card.webp/below", bytes("f"), "image/webp")).rejects.toThrow();
  await files.put("photos/1/g/x/y", bytes("g"), "image/webp");
  await expect(files.put("photos/1/g/x", bytes("g"), "image/webp")).rejects.toThrow();
  expect(await readdir(join(root, "local", ".incoming"))).toEqual([]);
});

test("local files that a killed process began to write are removed after their time, and no others", async () => {
  const [folder, files] = [join(root, "killed"), createLocalFiles(join(root, "killed"))];
  await files.removeUnfinished(new Date());
  await files.put("photos/1/a/card.webp", bytes("a"), "image/webp");
  await mkdir(join(folder, ".incoming"), { recursive: true });
  for (const [name, day] of [
    ["old", "2026-11-18"],
    ["running", "2026-11-20"],
  ] as const) {
    await writeFile(join(folder, ".incoming", name), "half a photo");
    await utimes(join(folder, ".incoming", name), new Date(day), new Date(day));
  }
  await files.removeUnfinished(new Date("2026-11-19"));
  expect(await readdir(join(folder, ".incoming"))).toEqual(["running"]);
  expect(String(await files.get("photos/1/a/card.webp"))).toBe("a");
});

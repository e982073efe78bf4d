import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, open, unlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import pLimit from "p-limit";
import type { S3Store } from "#server/config/service-urls.ts";
import { checkFileKey, checkFolder, diskFailure, type Files, FilesUnavailable, isKey } from "./port.ts";
import { createS3Client, type S3Answer, type S3Request, unavailable } from "./s3-client.ts";

/** Each file carries its hash, so that an answer of something else, or of a broken disk, is never taken for a photo. */
const hashHeader = "x-amz-meta-sha256";
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Concurrent reads in this process. If more pile up, the store is too slow, and waiting reads would fill memory. */
const mostReads = 200;
const removedAtOnce = 8;

/** Objects have no ACL, and browsers get no address at the store: the product checks each request. */
export function createS3Files(store: S3Store, patienceMs?: number): Files {
  const call = createS3Client(store, patienceMs);
  let reading = 0;

  /** Returns null if the key holds no file. */
  async function get(key: string, streamed: boolean): Promise<S3Answer | null> {
    checkFileKey(key);
    if (reading >= mostReads) throw new FilesUnavailable(`the file store is too slow: ${mostReads} reads wait for it`);
    reading += 1;
    try {
      const request = { method: "GET", path: `${store.prefix}${key}`, streamed } as const;
      const answer = await call(request);
      // another 404, such as of a missing bucket or of a proxy, says nothing about the file
      if (answer.status === 404 && answer.code === "NoSuchKey") return null;
      if (answer.status !== 200) throw unavailable(request, answer);
      return answer;
    } finally {
      reading -= 1;
    }
  }

  async function put(key: string, body: NonNullable<S3Request["body"]>, hash: string, type: string): Promise<void> {
    const request: S3Request = {
      method: "PUT",
      path: `${store.prefix}${key}`,
      // the store refuses bytes that are not the ones that were signed
      headers: { "content-type": type, "x-amz-content-sha256": hash, [hashHeader]: hash },
      body,
    };
    const answer = await call(request);
    // an answer without an entity tag is not from a store
    if (answer.status !== 200 || !answer.headers.has("etag")) throw unavailable(request, answer);
  }

  async function* list(folder: string, after: string): AsyncGenerator<string> {
    let last = `${store.prefix}${after}`;
    for (let hasMore = true; hasMore; ) {
      const request: S3Request = {
        method: "GET",
        path: "",
        query: { "list-type": "2", prefix: `${store.prefix}${folder}`, "start-after": last, "encoding-type": "url" },
      };
      const answer = await call(request);
      if (answer.status !== 200) throw unavailable(request, answer);
      const page = readPage(String(answer.body));
      for (const path of page.paths) {
        if (path <= last || !path.startsWith(`${store.prefix}${folder}`)) throw unreadableList();
        last = path;
        const key = path.slice(store.prefix.length);
        if (isKey(key)) yield key;
      }
      hasMore = page.hasMore;
      if (hasMore && page.paths.length === 0) throw unreadableList();
    }
  }

  return {
    name: "s3",
    async put(key, content, type) {
      checkFileKey(key);
      if (content instanceof Uint8Array) return await put(key, Uint8Array.from(content), sha256(content), type);
      const { file, byteLength, hash } = await spool(content);
      try {
        const read = () => Readable.toWeb(file.createReadStream({ start: 0, autoClose: false }));
        await put(key, { byteLength, read: read as () => ReadableStream<Uint8Array> }, hash, type);
      } finally {
        await file.close();
      }
    },
    async get(key) {
      const answer = await get(key, false);
      if (answer && answer.headers.get(hashHeader) !== sha256(answer.body)) throw notTheFile();
      return answer?.body ?? null;
    },
    async open(key) {
      const answer = await get(key, true);
      if (!answer) return null;
      const { chunks, end } = answer.stream ?? { chunks: [], end: () => {} };
      const stream = Readable.from(verified(chunks, answer.headers.get(hashHeader)), { objectMode: false });
      stream.once("close", end);
      return { bytes: Number(answer.headers.get("content-length")), stream };
    },
    async remove(folder) {
      checkFolder(folder);
      const limit = pLimit(removedAtOnce);
      const keys: string[] = [];
      for await (const key of list(folder, folder)) keys.push(key);
      await limit.map(keys, async (key) => {
        const request = { method: "DELETE", path: `${store.prefix}${key}` } as const;
        const answer = await call(request);
        if (answer.status !== 204) throw unavailable(request, answer);
      });
    },
    list: (after = "") => list("", after),
    // the store itself keeps no object that is not whole
    async removeUnfinished() {},
  };
}

/** Writes a stream into an unlinked file, which is gone with the process: the store wants hash and length first. */
async function spool(content: AsyncIterable<Uint8Array>) {
  const path = join(tmpdir(), `outgoing-${randomUUID()}`);
  let file: FileHandle | undefined;
  try {
    file = await open(path, "wx+", 0o600);
    await unlink(path);
    const hash = createHash("sha256");
    let byteLength = 0;
    for await (const part of content) {
      hash.update(part);
      byteLength += part.byteLength;
      await file.appendFile(part);
    }
    return { file, byteLength, hash: hash.digest("hex") };
  } catch (error) {
    await file?.close();
    throw diskFailure(error);
  }
}

/** Keeps the last chunk back until the hash is right: a reader never gets the whole of a damaged file. */
async function* verified(chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, expected: string | null) {
  const hash = createHash("sha256");
  let last: Uint8Array | undefined;
  for await (const chunk of chunks) {
    hash.update(chunk);
    if (last) yield last;
    last = chunk;
  }
  if (hash.digest("hex") !== expected) throw notTheFile();
  if (last) yield last;
}

const notTheFile = () => new FilesUnavailable("the file store answered GET with bytes that are not the file's");

const unreadableList = () => new FilesUnavailable("the file store's list can't be read");

/** The objects of one page of a list, `ListObjectsV2`. Throws for anything else: an empty list would end an erasing. */
function readPage(text: string): { paths: string[]; hasMore: boolean } {
  const truncated = /<IsTruncated>(true|false)<\/IsTruncated>/.exec(text)?.[1];
  if (!/<ListBucketResult[\s>][\s\S]*<\/ListBucketResult>\s*$/.test(text) || truncated === undefined)
    throw unreadableList();
  const paths = [...text.matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, encoded = ""]) => {
    try {
      return decodeURIComponent(encoded.replaceAll("+", " "));
    } catch {
      throw unreadableList();
    }
  });
  return { paths, hasMore: truncated === "true" };
}

import { createHash } from "node:crypto";
import pLimit from "p-limit";
import type { S3Store } from "#server/config/service-urls.ts";
import { checkFolder, checkKey, type Files, FilesUnavailable, isKey } from "./port.ts";
import { createS3Client, type S3Request, unavailable } from "./s3-client.ts";

/** Each file carries its hash, so that an answer of something else, or of a broken disk, is never taken for a photo. */
const hashHeader = "x-amz-meta-sha256";
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/** Concurrent reads in this process. If more pile up, the store is too slow, and waiting reads would fill memory. */
const mostReads = 200;
const removedAtOnce = 8;

/** Objects have no ACL, and browsers get no address at the store: the product checks each request (D8.1). */
export function createS3Files(store: S3Store, patienceMs?: number): Files {
  const call = createS3Client(store, patienceMs);
  let reading = 0;

  async function get(key: string): Promise<Buffer | null> {
    const request = { method: "GET", path: `${store.prefix}${key}` } as const;
    const answer = await call(request);
    // another 404, such as of a missing bucket or of a proxy, says nothing about the file
    if (answer.status === 404 && answer.code === "NoSuchKey") return null;
    if (answer.status !== 200) throw unavailable(request, answer);
    if (answer.headers.get(hashHeader) === sha256(answer.body)) return answer.body;
    throw new FilesUnavailable("the file store answered GET with bytes that are not the file's");
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
    async put(key, bytes, type) {
      checkKey(key);
      const hash = sha256(bytes);
      const request: S3Request = {
        method: "PUT",
        path: `${store.prefix}${key}`,
        // the store refuses bytes that are not the ones that were signed
        headers: { "content-type": type, "x-amz-content-sha256": hash, [hashHeader]: hash },
        body: Uint8Array.from(bytes),
      };
      const answer = await call(request);
      // an answer without an entity tag is not from a store
      if (answer.status !== 200 || !answer.headers.has("etag")) throw unavailable(request, answer);
    },
    async get(key) {
      checkKey(key);
      if (reading >= mostReads)
        throw new FilesUnavailable(`the file store is too slow: ${mostReads} reads wait for it`);
      reading += 1;
      try {
        return await get(key);
      } finally {
        reading -= 1;
      }
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
  };
}

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

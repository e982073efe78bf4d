import { buffer } from "node:stream/consumers";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { type Files, FilesUnavailable } from "./port.ts";
import { createS3Files } from "./s3.ts";
import { type Fault, startTestS3 } from "./test-s3.ts";
import { signatureOf } from "./test-s3-signature.ts";
import { keysOf, storeOf } from "./test-store-of.ts";

const s3 = await startTestS3();
const files = createS3Files(storeOf(s3.url()));
const impatient = createS3Files(storeOf(s3.url()), 60);
afterEach(() => s3.fail(undefined));
afterAll(() => s3.close());

const key = "photos/1/a/card.webp";
const picture = Buffer.from("a picture".repeat(1000));
const errorOf = (promise: Promise<unknown>) => promise.then(() => undefined).catch((error: unknown) => error);
/** What reading, writing and removing fail with. */
const errorsOf = (store: Files) =>
  Promise.all([store.get(key), store.put(key, picture, "image/webp"), store.remove("photos/1/a/")].map(errorOf));

test("D12.1 the stand-in signs the example of Amazon's own description as Amazon does", () => {
  const headers = {
    host: "examplebucket.s3.amazonaws.com",
    range: "bytes=0-9",
    "x-amz-content-sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "x-amz-date": "20130524T000000Z",
  };
  const account = {
    accessKeyId: "AKIAIOSFODNN7EXAMPLE",
    secretAccessKey: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    region: "us-east-1",
  };
  const request = { method: "GET", path: "/test.txt", query: new URLSearchParams(), headers, body: Buffer.of() };
  expect(signatureOf(request, account, "20130524T000000Z", Object.keys(headers))).toBe(
    "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41",
  );
});

describe("D12.1 a store behind STORAGE_URL", () => {
  test("gets private objects with their type and hash, by requests that are all signed", async () => {
    await files.put(key, picture, "image/webp");
    await files.get(key);
    await files.remove("photos/1/a/");
    const sent = s3.requests.splice(0);
    expect(sent.map(({ method, refusal }) => [method, refusal])).toEqual([
      ["PUT", ""],
      ["GET", ""],
      ["GET", ""],
      ["DELETE", ""],
    ]);
    expect(sent[0]?.headers).toMatchObject({ "content-type": "image/webp" });
    expect(sent[0]?.headers["x-amz-content-sha256"]).toMatch(/^[0-9a-f]{64}$/);
    expect(sent[0]?.headers).not.toHaveProperty("x-amz-acl");
  });

  test("refuses a stranger without a signature, with another key, and changed bytes", async () => {
    await files.put(key, picture, "image/webp");
    expect((await fetch(`http://${s3.host}/${s3.bucket}/${key}`)).status).toBe(403);
    const wrong = createS3Files({ ...storeOf(s3.url()), secretAccessKey: "another" });
    for (const error of await errorsOf(wrong)) expect(String(error)).toContain("403 SignatureDoesNotMatch");
    expect(await files.get(key)).toEqual(picture);
  });

  test("whose bucket is missing is an error, never a missing file", async () => {
    const lost = createS3Files(storeOf(s3.url("", "another-bucket")));
    for (const error of await errorsOf(lost)) expect(String(error)).toContain("404 NoSuchBucket");
  });

  test.each([500, 502, 503, 504, 429])("that answers %i twice is asked again, and works", async (status) => {
    s3.fail(status, 2);
    await files.put(key, picture, "image/webp");
    s3.fail(status, 2);
    expect(await files.get(key)).toEqual(picture);
    s3.fail(status, 2);
    await files.remove("photos/1/a/");
    expect(await files.get(key)).toBeNull();
  });

  test("that breaks off once is asked again", async () => {
    await files.put(key, picture, "image/webp");
    s3.fail("cut", 1);
    expect(await files.get(key)).toEqual(picture);
  });

  const faults: Fault[] = [
    500,
    403,
    404,
    301,
    "silent",
    "late",
    "cut",
    "nonsense",
    "html 404",
    "elsewhere",
    "other bytes",
  ];
  test.each(faults)(
    "whose answer is %j is an error, names neither key nor secret, and loses nothing",
    async (fault) => {
      await files.put(key, picture, "image/webp");
      s3.fail(fault);
      const store = fault === "silent" || fault === "late" ? impatient : files;
      const errors = [await errorOf(store.get(key))];
      if (fault !== "cut" && fault !== "other bytes") {
        errors.push(await errorOf(store.remove("photos/1/a/")));
        errors.push(await errorOf(keysOf(store.list())));
        if (fault !== "nonsense") errors.push(await errorOf(store.put(key, picture, "image/webp")));
      }
      for (const error of errors) {
        expect(error).toBeInstanceOf(FilesUnavailable);
        expect(String(error)).not.toMatch(/photos|AKID|secret/);
      }
      s3.fail(undefined);
      expect(await files.get(key)).toEqual(picture);
    },
  );

  const readAll = async (store: Files) => {
    const file = await store.open(key);
    return file ? await buffer(file.stream) : Buffer.of();
  };

  test("that answers 503 twice is sent a whole stream again, and read again as a stream", async () => {
    s3.fail(503, 2);
    await files.put(
      key,
      (async function* () {
        yield picture;
        yield picture;
      })(),
      "image/webp",
    );
    const { headers } = s3.requests.findLast(({ method }) => method === "PUT") ?? {};
    expect([headers?.["content-length"], headers?.["transfer-encoding"]]).toEqual(["18000", undefined]);
    s3.fail(503, 2);
    expect(await readAll(files)).toEqual(Buffer.concat([picture, picture]));
  });

  test.each<Fault>(["cut", "other bytes", "late"])("whose stream is %j never gives the whole file", async (fault) => {
    await files.put(key, picture, "image/webp");
    s3.fail(fault);
    const file = await (fault === "late" ? impatient : files).open(key);
    const got: Buffer[] = [];
    file?.stream.on("data", (chunk: Buffer) => got.push(chunk));
    const error = await new Promise((resolve) => file?.stream.once("error", resolve));
    expect(error).toBeInstanceOf(FilesUnavailable);
    expect(Buffer.concat(got).byteLength).toBeLessThan(picture.byteLength);
  });

  test("is not read further than the reader reads, however long that takes, and is left when the reader goes", async () => {
    const large = Buffer.alloc(30_000_000, "large");
    await files.put(key, large, "image/webp");
    const before = s3.sent();
    // enough that a busy machine begins to answer
    const patienceMs = 600;
    const file = await createS3Files(storeOf(s3.url()), patienceMs).open(key);
    await expect.poll(() => s3.sent() - before).toBeGreaterThan(0);
    const left = s3.left();
    // three times the patience: only the store's silence counts, not the reader's
    const until = performance.now() + 3 * patienceMs;
    while (performance.now() < until) await files.get("photos/1/none/card.webp");
    expect(s3.sent() - before).toBeLessThan(10_000_000);
    file?.stream.destroy();
    await expect.poll(() => s3.left()).toBe(left + 1);
    expect((await readAll(files)).equals(large)).toBe(true);
  });

  test("that is gone is an error at once, that is silent after twice the patience", async () => {
    const gone = createS3Files({ ...storeOf(s3.url()), endpoint: "http://127.0.0.1:9" });
    expect(await errorOf(gone.get(key))).toBeInstanceOf(FilesUnavailable);
    s3.fail("silent");
    const startedAt = performance.now();
    await expect(impatient.get(key)).rejects.toThrow("the file store did not answer GET: no answer in time");
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  test("that is too slow gets 200 reads at once, and all others fail at once", async () => {
    await files.put(key, picture, "image/webp");
    s3.fail("silent");
    const waiting = Array.from({ length: 200 }, () => errorOf(impatient.get(key)));
    await expect(impatient.get(key)).rejects.toThrow("too slow");
    await Promise.all(waiting);
    s3.fail(undefined);
    expect(await files.get(key)).toEqual(picture);
  });

  test("with objects of others beside ours: they are neither listed nor removed", async () => {
    const bytes = { bytes: picture, type: "text/plain", meta: {} };
    for (const foreign of ["photos/1/b/", "photos/1/b/Thumbs.db", "photos/1/b/ä & <b>+.jpg", "photos/1/b2/card.webp"])
      s3.objects.set(foreign, bytes);
    await files.put("photos/1/b/card.webp", picture, "image/webp");
    expect((await keysOf(files.list())).filter((each) => each.startsWith("photos/1/b/"))).toEqual([
      "photos/1/b/card.webp",
    ]);
    await files.remove("photos/1/b/");
    expect([...s3.objects.keys()].filter((each) => each.startsWith("photos/1/b"))).toEqual([
      "photos/1/b/",
      "photos/1/b/Thumbs.db",
      "photos/1/b/ä & <b>+.jpg",
      "photos/1/b2/card.webp",
    ]);
    expect(await errorOf(files.get("photos/1/b2/card.webp"))).toBeInstanceOf(FilesUnavailable);
  });
});

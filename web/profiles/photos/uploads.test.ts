import { expect, test } from "vitest";
import type { OwnPhoto } from "#contract/photos.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { findProblem } from "./picture-check.ts";
import { createUploads, listPendingUploads, type UploadTools } from "./uploads.ts";

const file = (name: string, type = "image/jpeg", size = 10) => ({ name, type, size }) as File;
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** A fake server that answers each upload when the test tells it to. */
function given() {
  const sent: {
    key: string;
    name: string;
    signal: AbortSignal;
    progress(share: number): void;
    end(result: unknown): void;
  }[] = [];
  const done: string[] = [];
  const previews = new Set<string>();
  const tools: UploadTools = {
    send: ({ key, file, signal, onProgress }) =>
      new Promise<OwnPhoto>((resolve, reject) => {
        const end = (result: unknown) => (result instanceof Error ? reject(result) : resolve(result as OwnPhoto));
        signal.addEventListener("abort", () => reject(signal.reason));
        sent.push({ key, name: file.name, signal, progress: onProgress, end });
      }),
    onDone: ({ id }) => done.push(id),
    preview: ({ name }) => {
      previews.add(name);
      return name;
    },
    measure: async (name) => (name === "icon" ? { width: 400, height: 199 } : { width: 800, height: 1000 }),
    release: (preview) => previews.delete(preview),
  };
  const uploads = createUploads(() => tools);
  const states = () => uploads.items().map(({ value, state }) => `${value.file.name} ${state}`);
  return { uploads, sent, done, previews, states };
}

test("D8.1 pictures upload one after the other, in the order in which they were chosen", async () => {
  const { uploads, sent, done, previews, states } = given();
  uploads.add([file("a"), file("b"), file("c")]);
  await settle();
  expect(states()).toEqual(["a sending", "b waiting", "c waiting"]);
  sent[0]?.progress(0.4);
  expect(uploads.items()[0]?.value.progress).toBe(0.4);
  sent[0]?.progress(1);
  expect(uploads.items()[0]).toMatchObject({ state: "sending", value: { progress: 1 } });
  sent[0]?.end({ id: "photo-a" });
  await settle();
  expect([states(), done, [...previews]]).toEqual([["b sending", "c waiting"], ["photo-a"], ["b", "c"]]);
  sent[1]?.end({ id: "photo-b" });
  await settle();
  sent[2]?.end({ id: "photo-c" });
  await settle();
  expect([states(), done]).toEqual([[], ["photo-a", "photo-b", "photo-c"]]);
});

test("R7.03 a lost connection can be retried under the same key, an upload that the server refused can't", async () => {
  const { uploads, sent, states } = given();
  uploads.add([file("a"), file("b")]);
  await settle();
  sent[0]?.end(new ApiFailure(0, "no_connection", ""));
  await settle();
  sent[1]?.end(new ApiFailure(415, "photo_format", "This is not a photo that we can open."));
  await settle();
  expect(states()).toEqual(["a unknown", "b refused"]);
  expect(uploads.items().map(({ failure }) => [failure?.code, failure?.message])).toEqual([
    ["no_connection", ""],
    ["photo_format", "This is not a photo that we can open."],
  ]);
  expect(listPendingUploads(uploads.items()).map(({ value }) => value.file.name)).toEqual(["a"]);
  uploads.retry(uploads.items()[0]?.key ?? "");
  await settle();
  expect([sent[2]?.name, sent[2]?.key]).toEqual(["a", sent[0]?.key]);
});

test("removing a picture during its upload aborts it, and the next upload starts", async () => {
  const { uploads, sent, done, states, previews } = given();
  uploads.add([file("a"), file("b"), file("c")]);
  await settle();
  uploads.remove(sent[0]?.key ?? "");
  await settle();
  expect([sent[0]?.signal.aborted, states(), done]).toEqual([true, ["b sending", "c waiting"], []]);
  expect([...previews]).toEqual(["b", "c"]);
});

test("D8.1 an invalid picture is reported before it is sent", async () => {
  const { uploads, sent, states } = given();
  uploads.add([
    file("a.heic", ""),
    file("b", "image/svg+xml"),
    file("c", "image/png", 16 * 1024 * 1024),
    file("icon"),
    file("d", ""),
  ]);
  await settle();
  expect([states(), sent.length]).toEqual([
    ["a.heic refused", "b refused", "c refused", "icon refused", "d sending"],
    1,
  ]);
  expect(uploads.items()[3]?.value.problem).toBe("too_small");
  expect(["image/heic", "image/heif"].map((type) => findProblem(file("x", type)))).toEqual(["heic", "heic"]);
  expect(findProblem(file("x.webp", "image/webp", 15 * 1024 * 1024))).toBeUndefined();
});

test("R7.03 choosing again clears the pictures that can't be added, and keeps one that can be retried", async () => {
  const { uploads, sent, previews, states } = given();
  uploads.add([file("icon"), file("a")]);
  await settle();
  sent[0]?.end(new ApiFailure(0, "no_connection", ""));
  await settle();
  expect(states()).toEqual(["icon refused", "a unknown"]);
  uploads.add([file("b")]);
  await settle();
  expect([states(), [...previews]]).toEqual([
    ["a unknown", "b sending"],
    ["a", "b"],
  ]);
});

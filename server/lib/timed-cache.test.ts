import { expect, test } from "vitest";
import { createReadCache, createTimedCache } from "./timed-cache.ts";

const at = (milliseconds: number) => new Date(Date.parse("2026-11-20T18:00:00Z") + milliseconds);

test("an entry is fresh for its time, and not if the clock was set back", () => {
  const cache = createTimedCache<string>({ max: 2, ttlMs: 1_000 });
  cache.set("anna", "here", at(0));
  expect([-1, 0, 999, 1_000].map((time) => cache.get("anna", at(time)))).toEqual([
    undefined,
    "here",
    "here",
    undefined,
  ]);
  cache.set("eva", "here", at(0));
  cache.set("maria", "here", at(0));
  expect(["anna", "eva", "maria"].map((key) => cache.get(key, at(0)))).toEqual([undefined, "here", "here"]);
});

test("concurrent callers share a read; a failed one and one that was deleted are read again", async () => {
  const cache = createReadCache<number>({ max: 2, ttlMs: 1_000 });
  let reads = 0;
  const read = async () => {
    reads += 1;
    const own = reads;
    await new Promise((resolve) => setImmediate(resolve));
    if (own === 1) throw new Error("away");
    return own;
  };
  const get = () => cache.get("anna", at(0), read);
  const failed = await Promise.allSettled([get(), get()]);
  expect([failed.map(({ status }) => status), reads]).toEqual([["rejected", "rejected"], 1]);
  const early = get();
  cache.delete("anna");
  expect([await early, await get(), await get()]).toEqual([2, 3, 3]);
});

test("a read that hangs is shared only while an entry would be fresh; then it is repeated", async () => {
  const cache = createReadCache<string>({ max: 2, ttlMs: 1_000 });
  const hanging = new Promise<string>(() => {});
  void cache.get("anna", at(0), () => hanging);
  expect(await cache.get("anna", at(1_000), async () => "here")).toBe("here");
});

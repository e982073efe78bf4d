import { z } from "zod";
import { defineCall } from "#contract/call.ts";
import { expect, test } from "#server/test.ts";
import { collectAfterCommit } from "./after-commit.ts";
import { runOnce } from "./idempotency.ts";
import type { Lookups } from "./lookups.ts";

const parts = { method: "POST", path: "/api/a.php", summary: "", who: "anyone", answer: z.object({}) } as const;

test("of five calls that hash, two hold a transaction at once; others don't wait for them", async ({ services }) => {
  const gate = Promise.withResolvers<void>();
  const begin = (hashes: boolean) => {
    let running = 0;
    const run = async () => {
      running += 1;
      await gate.promise;
      return {};
    };
    const call = defineCall({ ...parts, hashes });
    const keyed = { scope: "visitor", key: "", call, body: {}, secret: services.config.secret, now: new Date(0) };
    const deferred = collectAfterCommit(services.events, {} as Lookups);
    const answers = Array.from({ length: 5 }, () => runOnce(services.db, keyed, deferred, run));
    return { answers, count: () => running };
  };
  const hashing = begin(true);
  const others = begin(false);
  await expect.poll(() => [hashing.count(), others.count()]).toEqual([2, 5]);
  gate.resolve();
  expect(await Promise.all([...hashing.answers, ...others.answers])).toEqual(Array(10).fill({}));
  expect(hashing.count()).toBe(5);
});

import { expect, test } from "vitest";
import { withPhotoSlot } from "./photo-slots.ts";

const late = new Error("late");

test("at most two run at once, and all run in the end", async () => {
  let now = 0;
  let most = 0;
  const work = async () => {
    now += 1;
    most = Math.max(most, now);
    await new Promise((resolve) => setImmediate(resolve));
    now -= 1;
  };
  await Promise.all(Array.from({ length: 20 }, () => withPhotoSlot(1_000, late, work)));
  expect(most).toBe(2);
});

test("work that fails releases its slot", async () => {
  const failing = () => withPhotoSlot(1_000, late, () => Promise.reject(new Error("broken")));
  const outcomes = await Promise.allSettled(Array.from({ length: 5 }, failing));
  expect(outcomes.map((each) => each.status)).toEqual(Array(5).fill("rejected"));
  expect(await withPhotoSlot(1_000, late, async () => "done")).toBe("done");
});

test("work that takes too long rejects immediately; its slot is free when it ends", async () => {
  let end = () => {};
  const endless = () => new Promise<void>((resolve) => (end = resolve));
  await expect(withPhotoSlot(1, late, endless)).rejects.toBe(late);
  end();
  expect(await withPhotoSlot(1_000, late, async () => "done")).toBe("done");
});

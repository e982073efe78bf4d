import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startRefreshing } from "./refresh.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function seconds(count: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(count * 1000);
}

test("R9.02 refreshes 5 seconds after the start, then each minute", async () => {
  const refresh = vi.fn();
  const stop = startRefreshing(
    refresh,
    async () => false,
    () => false,
  );
  await seconds(4.9);
  expect(refresh).toHaveBeenCalledTimes(0);
  await seconds(0.1);
  expect(refresh).toHaveBeenCalledTimes(1);
  await seconds(60);
  expect(refresh).toHaveBeenCalledTimes(2);
  await seconds(120);
  expect(refresh).toHaveBeenCalledTimes(4);
  stop();
  await seconds(600);
  expect(refresh).toHaveBeenCalledTimes(4);
});

test("R9.02 with push messages it refreshes every five minutes", async () => {
  const refresh = vi.fn();
  const stop = startRefreshing(
    refresh,
    async () => true,
    () => false,
  );
  await seconds(5 + 299);
  expect(refresh).toHaveBeenCalledTimes(1);
  await seconds(1);
  expect(refresh).toHaveBeenCalledTimes(2);
  stop();
});

test("R4.22 a hidden page does not refresh until it is visible", async () => {
  const refresh = vi.fn();
  let hidden = true;
  const stop = startRefreshing(
    refresh,
    () => Promise.reject(new Error("no push here")),
    () => hidden,
  );
  await seconds(65);
  expect(refresh).not.toHaveBeenCalled();
  hidden = false;
  await seconds(60);
  expect(refresh).toHaveBeenCalledOnce();
  stop();
});

import { beforeEach, expect, test, vi } from "vitest";
import { startRefreshing } from "./refresh.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
async function seconds(count: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(count * 1000);
}

const alone = { hasPush: async () => false, isHidden: () => false, isStreaming: () => false };

test("R9.02 refreshes 5 seconds after the start, then each minute", async () => {
  const refresh = vi.fn();
  const { stop } = startRefreshing(refresh, alone);
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
  const { stop } = startRefreshing(refresh, { ...alone, hasPush: async () => true });
  await seconds(5 + 299);
  expect(refresh).toHaveBeenCalledTimes(1);
  await seconds(1);
  expect(refresh).toHaveBeenCalledTimes(2);
  stop();
});

test("R4.22 R9.02 D13.5 a page that was hidden refreshes at once when it becomes visible, if a refresh was due", async () => {
  const refresh = vi.fn();
  let hidden = true;
  const { touched, stop } = startRefreshing(refresh, { ...alone, isHidden: () => hidden });
  await seconds(65);
  // it also becomes hidden
  touched();
  expect(refresh).not.toHaveBeenCalled();
  hidden = false;
  touched();
  expect(refresh).toHaveBeenCalledOnce();
  touched();
  expect(refresh).toHaveBeenCalledOnce();
  stop();
});

test("R4.22 R9.02 D13.5 a hidden page does not refresh until it is visible", async () => {
  const refresh = vi.fn();
  let hidden = true;
  const { stop } = startRefreshing(refresh, {
    ...alone,
    hasPush: () => Promise.reject(new Error("no push here")),
    isHidden: () => hidden,
  });
  await seconds(65);
  expect(refresh).not.toHaveBeenCalled();
  hidden = false;
  await seconds(60);
  expect(refresh).toHaveBeenCalledOnce();
  stop();
});

test("R9.02 an untouched page with an open stream stops refreshing after a quarter of an hour", async () => {
  const refresh = vi.fn();
  const { stop, touched } = startRefreshing(refresh, { ...alone, isStreaming: () => true });
  await seconds(899);
  expect(refresh).toHaveBeenCalledTimes(15);
  await seconds(8 * 3600);
  expect(refresh).toHaveBeenCalledTimes(15);
  // when the member comes back, the page refreshes at once, and the timer goes on
  touched();
  expect(refresh).toHaveBeenCalledTimes(16);
  touched();
  expect(refresh).toHaveBeenCalledTimes(16);
  await seconds(120);
  expect(refresh).toHaveBeenCalledTimes(18);
  stop();
});

test("R9.02 a page that is used, or has no open stream, keeps refreshing", async () => {
  for (const isStreaming of [true, false]) {
    const refresh = vi.fn();
    const { stop, touched } = startRefreshing(refresh, { ...alone, isStreaming: () => isStreaming });
    for (let minute = 0; minute < 60; minute += 1) {
      await seconds(60);
      if (isStreaming && minute % 10 === 0) touched();
    }
    expect(refresh).toHaveBeenCalledTimes(60);
    stop();
  }
});

test("R4.22 if the stream breaks while the page is idle, the timer refreshes again", async () => {
  const refresh = vi.fn();
  let streaming = true;
  const { stop } = startRefreshing(refresh, { ...alone, isStreaming: () => streaming });
  await seconds(3600);
  const before = refresh.mock.calls.length;
  streaming = false;
  await seconds(60);
  expect(refresh).toHaveBeenCalledTimes(before + 1);
  stop();
});

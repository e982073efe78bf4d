import { beforeEach, expect, test, vi } from "vitest";
import { createToastTimers } from "./toast-timers.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
function given() {
  const ended: number[] = [];
  return { timers: createToastTimers(6_000, (id) => ended.push(id)), ended };
}

test("a notice disappears after six seconds, each by its own time", () => {
  const { timers, ended } = given();
  timers.start(1);
  vi.advanceTimersByTime(3_000);
  timers.start(2);
  vi.advanceTimersByTime(3_000);
  expect(ended).toEqual([1]);
  vi.advanceTimersByTime(3_000);
  expect(ended).toEqual([1, 2]);
});

test.each(["focus", "hidden", "pointer"] as const)(
  "a notice stays while held by %s, and six seconds longer",
  (hold) => {
    const { timers, ended } = given();
    timers.start(1);
    vi.advanceTimersByTime(5_000);
    timers.hold(hold);
    // one that comes meanwhile waits too
    timers.start(2);
    vi.advanceTimersByTime(3_600_000);
    expect(ended).toEqual([]);
    timers.release(hold);
    vi.advanceTimersByTime(5_999);
    expect(ended).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(ended).toEqual([1, 2]);
  },
);

test("notices wait until nothing holds them: the pointer leaves while the focus is in them", () => {
  const { timers, ended } = given();
  timers.start(1);
  timers.hold("focus");
  timers.hold("pointer");
  timers.release("pointer");
  vi.advanceTimersByTime(60_000);
  expect(ended).toEqual([]);
  timers.stop(1);
  timers.release("focus");
  vi.advanceTimersByTime(60_000);
  expect(ended).toEqual([]);
});

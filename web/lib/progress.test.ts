import { beforeEach, expect, test, vi } from "vitest";
import { progressBar } from "#contract/constants.ts";
import { createProgress, type ProgressPhase } from "./progress.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
function watch() {
  const phases: ProgressPhase[] = [];
  return { phases, progress: createProgress((phase) => phases.push(phase)) };
}

test("R9.04 the progress bar waits 200 ms, so a quick page shows none", () => {
  const { phases, progress } = watch();
  progress.setLoading(true);
  vi.advanceTimersByTime(199);
  progress.setLoading(false);
  vi.advanceTimersByTime(10_000);
  expect(phases).toEqual([]);
});

test("R9.04 the progress bar shows after 200 ms and hides 500 ms after the end", () => {
  const { phases, progress } = watch();
  progress.setLoading(true);
  vi.advanceTimersByTime(200);
  expect(phases).toEqual(["running"]);
  vi.advanceTimersByTime(3_000);
  progress.setLoading(false);
  expect(phases).toEqual(["running", "done"]);
  vi.advanceTimersByTime(499);
  expect(phases).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(phases).toEqual(["running", "done", "hidden"]);
});

test("R9.04 a second page load keeps the bar running", () => {
  const { phases, progress } = watch();
  progress.setLoading(true);
  vi.advanceTimersByTime(200);
  progress.setLoading(true);
  vi.advanceTimersByTime(1_000);
  expect(phases).toEqual(["running"]);
  progress.setLoading(false);
  progress.setLoading(true);
  vi.advanceTimersByTime(200);
  expect(phases).toEqual(["running", "done", "running"]);
});

test("R9.04 the progress bar's times are the specification's", () => {
  expect(progressBar).toEqual({ throttleMs: 200, durationMs: 5_000, hideDelayMs: 500 });
});

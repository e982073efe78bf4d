import { useEffect, useEffectEvent, useState } from "react";
import { useOnUnmount } from "./use-on-unmount.ts";

function createTimer() {
  let running: ReturnType<typeof setTimeout> | undefined;
  const stop = () => clearTimeout(running);
  const start = (task: () => void, ms: number) => {
    stop();
    running = setTimeout(task, ms);
  };
  return { start, stop };
}

/** A timer that events start; it ends with its component. */
export function useTimer() {
  const [timer] = useState(createTimer);
  useOnUnmount(timer.stop);
  return timer;
}

/** The longest wait of a browser's timer, in milliseconds: 24 days. A longer one would end at once. */
const longestMs = 2 ** 31 - 1;

/**
 * Runs `task` after so many milliseconds; null, or more than a timer can wait: never. The wait begins anew if it
 * changes, or `key` does.
 */
export function useTimeout(task: () => unknown, ms: number | null, key?: unknown): void {
  const run = useEffectEvent(task);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another key begins the wait anew
  useEffect(() => {
    if (ms === null || ms > longestMs) return;
    const timer = setTimeout(() => run(), ms);
    return () => clearTimeout(timer);
  }, [ms, key]);
}

/** Runs `task` every so many milliseconds. */
export function useInterval(task: () => unknown, ms: number): void {
  const run = useEffectEvent(task);
  useEffect(() => {
    const timer = setInterval(() => run(), ms);
    return () => clearInterval(timer);
  }, [ms]);
}

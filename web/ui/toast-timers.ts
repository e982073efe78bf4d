/** What keeps toasts from disappearing: the pointer is over them, the focus is in them, or the window is hidden. */
export type Hold = "pointer" | "focus" | "hidden";

/**
 * The timers of the toasts: each ends after `shownMs` in which nothing held the toasts. When the last hold ends, all
 * begin anew, so that no toast disappears right after it was read or reached.
 */
export function createToastTimers(shownMs: number, onEnd: (id: number) => void) {
  const timers = new Map<number, ReturnType<typeof setTimeout> | undefined>();
  const holds = new Set<Hold>();

  const end = (id: number) => {
    timers.delete(id);
    onEnd(id);
  };
  const run = (id: number) => {
    clearTimeout(timers.get(id));
    timers.set(id, holds.size > 0 ? undefined : setTimeout(end, shownMs, id));
  };
  const runAll = () => {
    for (const id of timers.keys()) run(id);
  };
  return {
    start: run,
    stop(id: number): void {
      clearTimeout(timers.get(id));
      timers.delete(id);
    },
    hold(reason: Hold): void {
      holds.add(reason);
      runAll();
    },
    release(reason: Hold): void {
      if (holds.delete(reason) && holds.size === 0) runAll();
    },
  };
}

/** What keeps toasts from disappearing: the pointer is over them, the focus is in them, or the window is hidden. */
export type Hold = "pointer" | "focus" | "hidden";

/** Each ends after `shownMs` without a hold. When the last hold ends all begin anew: nothing vanishes just read. */
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

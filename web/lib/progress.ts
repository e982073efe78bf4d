import { progressBar } from "#contract/constants.ts";

/** `hidden`: nothing to see; `running`: it grows; `done`: full, about to vanish. */
export type ProgressPhase = "hidden" | "running" | "done";

/**
 * R9.04: shows nothing for what is done within the throttle; hides some time after the end, so that its end is seen.
 * Call it with whether something loads; `show` hears of each phase.
 */
export function createProgress(show: (phase: ProgressPhase) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let phase: ProgressPhase = "hidden";
  const enter = (next: ProgressPhase) => {
    phase = next;
    show(next);
  };
  return {
    loading(now: boolean): void {
      clearTimeout(timer);
      if (now) {
        if (phase === "running") return;
        timer = setTimeout(() => enter("running"), progressBar.throttleMs);
      } else if (phase !== "hidden") {
        enter("done");
        timer = setTimeout(() => enter("hidden"), progressBar.hideDelayMs);
      }
    },
    stop(): void {
      clearTimeout(timer);
    },
  };
}

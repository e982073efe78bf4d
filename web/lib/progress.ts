import { progressBar } from "#contract/constants.ts";

/** `hidden`: not visible; `running`: it grows; `done`: full, about to vanish. */
export type ProgressPhase = "hidden" | "running" | "done";

/** Nothing shows within the throttle, and the full bar stays for a moment. */
export function createProgress(show: (phase: ProgressPhase) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let phase: ProgressPhase = "hidden";
  const enter = (next: ProgressPhase) => {
    phase = next;
    show(next);
  };
  return {
    setLoading(isLoading: boolean): void {
      clearTimeout(timer);
      if (isLoading) {
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

import { useCallback, useRef } from "react";
import { flushSync } from "react-dom";

/**
 * Lets a press show something at once, and React draw what follows from it after the browser's next frame, which takes
 * a slow phone 150 ms. `finish` draws what still waits: call it before the next press is looked at.
 */
export function useAfterFrame() {
  const waiting = useRef<(() => void) | null>(null);
  const finish = useCallback(() => {
    const run = waiting.current;
    waiting.current = null;
    if (run) flushSync(run);
  }, []);
  const runLater = useCallback(
    (run: () => void) => {
      waiting.current = run;
      requestAnimationFrame(() => setTimeout(finish));
    },
    [finish],
  );
  return { runLater, finish };
}

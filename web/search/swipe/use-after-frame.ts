import { useCallback, useRef } from "react";
import { flushSync } from "react-dom";

/**
 * Lets a press show something in the browser's next frame, and React draw what follows from it after that: drawing the
 * deck takes a slow phone 150 ms. `finish` draws what still waits; call it before acting on the next press.
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

import { type InputEvent, type RefObject, useEffect, useRef } from "react";

const seenMs = 250;

/**
 * The first step needs no button: once both questions were answered by tapping, it goes on. Not for arrow keys, which
 * choose while they pass by, and not for whoever came back to change an answer.
 */
export function useFirstTaps(form: RefObject<HTMLFormElement | null>, goOn: (() => void) | undefined) {
  const tapped = useRef(false);
  const complete = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const answered = () => form.current?.querySelectorAll('[data-step="1"] :checked').length === 2;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step ends the wait, and looks at the answers anew
  useEffect(() => {
    complete.current = answered();
    return () => clearTimeout(timer.current);
  }, [goOn === undefined]);

  return {
    onPointerDown: () => {
      tapped.current = true;
    },
    onKeyDown: () => {
      tapped.current = false;
    },
    onInput: (event: InputEvent<HTMLFormElement>) => {
      if (goOn === undefined || (event.target as Element).getAttribute("type") !== "radio") return;
      const wasComplete = complete.current;
      complete.current = answered();
      if (complete.current && !wasComplete && tapped.current) timer.current = setTimeout(goOn, seenMs);
    },
  };
}

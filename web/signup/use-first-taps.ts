import { type InputEvent, type RefObject, useEffect, useRef } from "react";

const seenMs = 250;
/** So long after the step has gone on by itself, a press on "Continue" was meant for the step before. */
const lateMs = 800;

/**
 * The step "who" needs no button: once both questions were answered by tapping, it goes on. Not for arrow keys, which
 * choose while they pass by, and not for whoever came back to change an answer.
 */
export function useFirstTaps(form: RefObject<HTMLFormElement | null>, goOn: (() => void) | undefined) {
  const tapped = useRef(false);
  const complete = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wentOn = useRef(0);
  const answered = () => form.current?.querySelectorAll('[data-step="who"] :checked').length === 2;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step ends the wait, and looks at the answers anew
  useEffect(() => {
    complete.current = answered();
    return () => clearTimeout(timer.current);
  }, [goOn === undefined]);

  const listeners = {
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
      if (!complete.current || wasComplete || !tapped.current) return;
      timer.current = setTimeout(() => {
        wentOn.current = Date.now();
        goOn();
      }, seenMs);
    },
  };
  return { listeners, isLateTap: () => Date.now() - wentOn.current < lateMs };
}

import { type InputEvent, type RefObject, useEffect, useRef } from "react";

const advanceDelayMs = 250;

/** A tap on the button within this many milliseconds after the page has advanced was meant for the step before. */
const lateTapMs = 2_000;

/** After two taps "who" advances, but not for arrow keys or on coming back; a late tap on its button is no mistake. */
export function useAdvanceAfterTaps(form: RefObject<HTMLFormElement | null>, goToNextStep: (() => void) | undefined) {
  const tapped = useRef(false);
  const wereBothAnswered = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const advancedAt = useRef(Number.NEGATIVE_INFINITY);
  const areBothAnswered = () => form.current?.querySelectorAll('[data-step="who"] :checked').length === 2;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new step cancels the timer and reads the answers again
  useEffect(() => {
    wereBothAnswered.current = areBothAnswered();
    return () => clearTimeout(timer.current);
  }, [goToNextStep === undefined]);

  const listeners = {
    onPointerDown: () => {
      tapped.current = true;
    },
    onKeyDown: () => {
      tapped.current = false;
    },
    onInput: (event: InputEvent<HTMLFormElement>) => {
      if (goToNextStep === undefined || (event.target as Element).getAttribute("type") !== "radio") return;
      const wasComplete = wereBothAnswered.current;
      wereBothAnswered.current = areBothAnswered();
      if (!wereBothAnswered.current || wasComplete || !tapped.current) return;
      timer.current = setTimeout(() => {
        advancedAt.current = performance.now();
        goToNextStep();
      }, advanceDelayMs);
    },
  };
  /** Once: a second tap is meant. */
  const isLateTap = () => {
    const isLate = performance.now() - advancedAt.current < lateTapMs;
    advancedAt.current = Number.NEGATIVE_INFINITY;
    return isLate;
  };
  return { listeners, isLateTap };
}

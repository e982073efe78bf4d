import { type InputEvent, type RefObject, useEffect, useRef } from "react";

const advanceDelayMs = 250;
/** This long after the step has advanced by itself, a press on "Continue" was meant for the previous step. */
const lateTapMs = 800;

/**
 * The step "who" needs no button: once both questions are answered by tapping, it advances. It does not for arrow keys,
 * which select each option they pass, or for a user who came back to change an answer.
 */
export function useAdvanceAfterTaps(form: RefObject<HTMLFormElement | null>, goToNextStep: (() => void) | undefined) {
  const tapped = useRef(false);
  const wereBothAnswered = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const advancedAt = useRef(0);
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
        advancedAt.current = Date.now();
        goToNextStep();
      }, advanceDelayMs);
    },
  };
  return { listeners, isLateTap: () => Date.now() - advancedAt.current < lateTapMs };
}

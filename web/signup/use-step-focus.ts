import { type RefObject, useEffect, useRef } from "react";
import type { FormFailure } from "#web/lib/use-call.ts";
import type { FormStep } from "./steps.ts";

type Options = {
  step: FormStep;
  problem: FormFailure | null;
  /** The first step with an invalid field. */
  wrongStep: FormStep | undefined;
  goTo: (step: FormStep) => void;
};

/**
 * Moves the focus to what matters next: the invalid step and field, the error of the whole form, or the heading of a
 * new step.
 */
export function useStepFocus(form: RefObject<HTMLFormElement | null>, { step, problem, wrongStep, goTo }: Options) {
  const latestGoTo = useRef(goTo);
  const previous = useRef({ step, problem });
  useEffect(() => {
    latestGoTo.current = goTo;
  });

  useEffect(() => {
    const before = previous.current;
    previous.current = { step, problem };
    const hasMoved = before.step !== step;
    const wasRefused = problem !== null && before.problem !== problem;
    if (wasRefused && wrongStep !== undefined && wrongStep !== step) {
      latestGoTo.current(wrongStep);
      return;
    }
    const section = form.current?.querySelector(`[data-step="${step}"]`);
    const wrongField = section?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if ((hasMoved || wasRefused) && wrongField) wrongField.focus();
    else if (hasMoved) section?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
    else if (wasRefused) form.current?.querySelector<HTMLElement>("[data-form-error]")?.focus();
  }, [form, step, problem, wrongStep]);
}

import { type RefObject, useEffect, useRef } from "react";
import type { Failed } from "#web/lib/use-call.ts";
import type { FormStep } from "./steps.ts";

type Where = {
  step: FormStep;
  problem: Failed | null;
  /** The first step with an invalid field. */
  wrongStep: FormStep | undefined;
  goTo: (step: FormStep) => void;
};

/**
 * Moves the focus to what matters next: the invalid step and field, the error of the whole form, or the heading of a
 * new step.
 */
export function useStepFocus(form: RefObject<HTMLFormElement | null>, { step, problem, wrongStep, goTo }: Where) {
  const latestGoTo = useRef(goTo);
  const seen = useRef({ step, problem });
  useEffect(() => {
    latestGoTo.current = goTo;
  });

  useEffect(() => {
    const before = seen.current;
    seen.current = { step, problem };
    const moved = before.step !== step;
    const refused = problem !== null && before.problem !== problem;
    if (refused && wrongStep !== undefined && wrongStep !== step) {
      latestGoTo.current(wrongStep);
      return;
    }
    const section = form.current?.querySelector(`[data-step="${step}"]`);
    const wrong = section?.querySelector<HTMLElement>('[aria-invalid="true"]');
    if ((moved || refused) && wrong) wrong.focus();
    else if (moved) section?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
    else if (refused) form.current?.querySelector<HTMLElement>("[data-form-error]")?.focus();
  }, [form, step, problem, wrongStep]);
}

import { useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import type { FormStep } from "./steps.ts";

/** The step that is shown, and functions to move between steps. */
export type Steps = {
  names: readonly FormStep[];
  step: FormStep;
  /** The address names this step, as after a reload. */
  asked: boolean;
  /** Whether scripts have taken over; until then all steps are in one long form. */
  hydrated: boolean;
  goTo(step: FormStep, options?: { replace?: boolean }): void;
  goBack(): void;
};

function findPreviousStep(names: readonly FormStep[], step: FormStep): FormStep {
  return names[names.indexOf(step) - 1] ?? step;
}

/**
 * The step is in the address, so that the browser's Back goes back one question. `first` applies if the address names
 * none; `refused` is the step with the server's error before scripts run.
 */
export function useStepsInAddress(names: readonly FormStep[], first: FormStep, refused: FormStep | undefined): Steps {
  const hydrated = useHydrated();
  const [search] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const requested = names.find((name) => name === search.get("step"));
  const current = requested ?? first;
  const step = hydrated ? current : (refused ?? current);

  const goTo: Steps["goTo"] = (target, options = {}) => {
    const next = new URLSearchParams(search);
    next.set("step", target);
    void navigate(`?${next}`, { ...options, state: { from: step } });
  };
  const goBack = () => {
    const target = findPreviousStep(names, step);
    if (state?.from === target) void navigate(-1);
    else goTo(target, { replace: true });
  };
  return { names, step, asked: requested !== undefined, hydrated, goTo, goBack };
}

/** In a dialog the step is in memory, as the address belongs to the page below. */
export function useStepsInDialog(names: readonly FormStep[], first: FormStep): Steps {
  const [step, setStep] = useState(first);
  return {
    names,
    step,
    asked: false,
    hydrated: true,
    goTo: setStep,
    goBack: () => setStep(findPreviousStep(names, step)),
  };
}

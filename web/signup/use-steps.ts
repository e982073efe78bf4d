import { useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import type { FormStep } from "./steps.ts";

/** Which step of the form is shown, and the ways between them. */
export type Steps = {
  names: readonly FormStep[];
  step: FormStep;
  /** Somebody asked for this very step, as the address of a page that is loaded anew does. */
  asked: boolean;
  /** Whether scripts have taken over; until then all steps are in one long form. */
  hydrated: boolean;
  goTo(step: FormStep, options?: { replace?: boolean }): void;
  goBack(): void;
};

function before(names: readonly FormStep[], step: FormStep): FormStep {
  return names[names.indexOf(step) - 1] ?? step;
}

/**
 * On a page the step stands in the address, so that the browser's own Back goes one question back. `first` counts while
 * the address names none; `refused` is what the server says before scripts run.
 */
export function useStepsInAddress(names: readonly FormStep[], first: FormStep, refused: FormStep | undefined): Steps {
  const hydrated = useHydrated();
  const [search] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const wish = names.find((name) => name === search.get("step"));
  const asked = wish ?? first;
  const step = hydrated ? asked : (refused ?? asked);

  const goTo: Steps["goTo"] = (target, options = {}) => {
    const next = new URLSearchParams(search);
    next.set("step", target);
    void navigate(`?${next}`, { ...options, state: { from: step } });
  };
  const goBack = () => {
    const target = before(names, step);
    if (state?.from === target) void navigate(-1);
    else goTo(target, { replace: true });
  };
  return { names, step, asked: wish !== undefined, hydrated, goTo, goBack };
}

/** In a dialog the address belongs to the page below. */
export function useStepsInDialog(names: readonly FormStep[], first: FormStep): Steps {
  const [step, setStep] = useState(first);
  return {
    names,
    step,
    asked: false,
    hydrated: true,
    goTo: setStep,
    goBack: () => setStep(before(names, step)),
  };
}

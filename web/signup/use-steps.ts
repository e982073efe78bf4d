import { useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { useHydrated } from "#web/lib/use-hydrated.ts";
import { useOverlay } from "#web/ui/use-overlay.ts";
import type { FormStep } from "./steps.ts";

export type Steps = {
  names: readonly FormStep[];
  step: FormStep;
  /** The address, or in a dialog the history, names this step, as after a reload. */
  asked: boolean;
  /** The step that the page was opened at, whatever the server refused of a form that was posted without scripts. */
  opened: FormStep;
  /** Whether scripts have taken over; until then all steps are in one long form. */
  hydrated: boolean;
  goTo(step: FormStep, options?: { replace?: boolean }): void;
  goBack(): void;
};

function findPreviousStep(names: readonly FormStep[], step: FormStep): FormStep {
  return names[names.indexOf(step) - 1] ?? step;
}

/**
 * `first`: the step if the address names none. `opened`: the same, whatever a refused form answered. `refused`: the
 * step with the server's error.
 */
type AddressSteps = { first: FormStep; opened: FormStep; refused: FormStep | undefined };

/** Back goes back one question. */
export function useStepsInAddress(names: readonly FormStep[], { first, opened, refused }: AddressSteps): Steps {
  const hydrated = useHydrated();
  const [search] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const requested = names.find((name) => name === search.get("step"));
  const current = requested ?? first;
  const step = hydrated ? current : (refused ?? current);

  const goTo: Steps["goTo"] = (target, options = {}) => {
    // a second press, before the page has shown what the first one did, adds no second entry
    if (new URLSearchParams(window.location.search).get("step") === target) return;
    const next = new URLSearchParams(search);
    next.set("step", target);
    void navigate(`?${next}`, { ...options, state: { from: step } });
  };
  const goBack = () => {
    const target = findPreviousStep(names, step);
    if (state?.from === target) void navigate(-1);
    else goTo(target, { replace: true });
  };
  return { names, step, asked: requested !== undefined, opened: requested ?? opened, hydrated, goTo, goBack };
}

/** The address is the page's below. Each later step is an overlay, so Back goes back one question here, too. */
export function useStepsInDialog(names: readonly FormStep[], start: FormStep): Steps {
  const [first, setFirst] = useState(start);
  const overlays = {
    message: useOverlay("signup-message"),
    who: useOverlay("signup-who"),
    you: useOverlay("signup-you"),
    key: useOverlay("signup-key"),
  };
  const isOpen = (name: FormStep) => overlays[name].shows !== null;
  const step = names.findLast(isOpen) ?? first;

  const goTo: Steps["goTo"] = (target, { replace = false } = {}) => {
    const index = names.indexOf(target);
    if (index > names.indexOf(step) && !replace) return overlays[target].open();
    const later = names.slice(index + 1).find(isOpen);
    if (later !== undefined) void overlays[later].close();
    // no entry of the history leads to it: the form began later, or goes on where its draft ends
    if (later === undefined || names.indexOf(first) > index) setFirst(target);
  };
  const goBack = () => goTo(findPreviousStep(names, step));
  return { names, step, asked: names.some(isOpen), opened: step, hydrated: true, goTo, goBack };
}

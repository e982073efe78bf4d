import { useSyncExternalStore } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { stepOfSearch } from "./signup-values.ts";

const never = () => () => {};

/**
 * The step of the signup that is shown, from 1. It stands in the address, so that the browser's own back button goes
 * one question back. `first` counts while the address names none; `refused` is what the server says before scripts run.
 */
export function useSignupSteps(first: number, refused: number | undefined) {
  const hydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const [search] = useSearchParams();
  const { state } = useLocation();
  const navigate = useNavigate();
  const asked = search.has("step") ? stepOfSearch(search) : first;
  const step = hydrated ? asked : (refused ?? asked);

  const goTo = (target: number, options: { replace?: boolean } = {}) => {
    const next = new URLSearchParams(search);
    next.set("step", String(target));
    void navigate(`?${next}`, { ...options, state: { from: step } });
  };
  const goBack = () => {
    if (state?.from === step - 1) void navigate(-1);
    else goTo(step - 1, { replace: true });
  };
  return { hydrated, step, goTo, goBack };
}

import { useCallback } from "react";
import { useLocation } from "react-router";

/**
 * A ref for a heading. It gets the focus after a navigation, and with each new `result`, because the pressed button is
 * gone. At once: later it would take the focus from a user who has started to type.
 */
export function useArrivalFocus(result: unknown = null) {
  const wasNavigatedTo = useLocation().key !== "default";
  return useCallback(
    (heading: HTMLHeadingElement | null) => {
      if (wasNavigatedTo || result !== null) heading?.focus({ preventScroll: true });
    },
    [wasNavigatedTo, result],
  );
}

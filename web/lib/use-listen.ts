import { useEffect, useEffectEvent } from "react";

/** A source of events. It returns a function that removes the listener. */
type Listen<Args extends unknown[]> = (listener: (...args: Args) => void) => (() => void) | undefined;

/** Runs the listener of the last render at each event of the source, as long as the component is shown. */
export function useListen<Args extends unknown[]>(
  listen: Listen<Args> | undefined,
  listener: (...args: Args) => unknown,
) {
  const onEvent = useEffectEvent(listener);
  useEffect(() => listen?.((...args) => void onEvent(...args)), [listen]);
}

import { useCallback, useEffect, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { emitPopState, subscribePopState } from "#web/lib/pop-state.ts";

/** An overlay that is open, with what it shows, as the entry of the browser's history says it. */
type Open = { name: string; shows: string };

const none: readonly Open[] = [];
const opened = (): readonly Open[] => history.state?.overlays ?? none;
const placeOf = (name: string) => opened().findIndex((one) => one.name === name);
let closing: Promise<void> | null = null;

function open(name: string, shows: string): void {
  if (placeOf(name) >= 0) {
    change(name, shows);
    return;
  }
  const { idx = 0, ...rest } = history.state ?? {};
  history.pushState({ ...rest, idx: idx + 1, overlays: [...opened(), { name, shows }] }, "");
  emitPopState();
}

function change(name: string, shows: string): void {
  const at = placeOf(name);
  if (at < 0) return;
  history.replaceState({ ...history.state, overlays: opened().with(at, { name, shows }) }, "");
  emitPopState();
}

/** Goes back to before the overlay at a place among those that are open, and is there when the promise is kept. */
function closeFrom(at: number): Promise<void> {
  const steps = opened().length - at;
  if (at < 0 || steps <= 0) return closing ?? Promise.resolve();
  if (history.length <= steps) {
    // a tab that holds nothing before it
    history.replaceState({ ...history.state, overlays: opened().slice(0, at) }, "");
    emitPopState();
    return Promise.resolve();
  }
  closing ??= new Promise((resolve) => {
    const stop = subscribePopState(() => {
      stop();
      closing = null;
      resolve();
    });
    history.go(-steps);
  });
  return closing;
}

/** Closes every overlay, for who goes on to another page from one: else Back would lead to it. */
export const closeOverlays = (): Promise<void> => closeFrom(0);

/**
 * An overlay that is an entry of its own in the browser's history, so that a phone's Back closes it and stays on the page,
 * and Forward opens it again. One over another closes first. `name` is the overlay's alone on its page; `shows` is null
 * while it is closed; `change` lets it show something else, and does nothing once it is closed. Whoever leads elsewhere from within waits for `close` first; a link need not: Back from there
 * leads into the overlay again.
 */
export function useOverlay(name: string) {
  const { key } = useLocation();
  const shows = useSyncExternalStore(
    subscribePopState,
    () => opened()[placeOf(name)]?.shows ?? null,
    () => null,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the router has gone to another entry
  useEffect(emitPopState, [key]);
  return {
    shows,
    open: useCallback((what = "") => open(name, what), [name]),
    change: useCallback((what: string) => change(name, what), [name]),
    close: useCallback(() => closeFrom(placeOf(name)), [name]),
  };
}

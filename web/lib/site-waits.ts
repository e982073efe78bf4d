import { createListeners } from "./listeners.ts";

/** What the member began and waits until the site is there again. What is aborted waits no longer: it fails. */
const waits = new Set<AbortController>();
const { listen, emit } = createListeners();

export const listenToWaits = listen;

export const hasWaits = (): boolean => waits.size > 0;

export function beginWait(): AbortController {
  const wait = new AbortController();
  waits.add(wait);
  emit();
  return wait;
}

export function endWait(wait: AbortController): void {
  waits.delete(wait);
  emit();
}

/** The member does not want to wait: the calls fail, and the page offers to repeat them. */
export function stopWaits(): void {
  for (const wait of waits) wait.abort();
}

/** Runs the function once nothing waits, at once if nothing does. Returns a function that calls it off. */
export function onceNothingWaits(run: () => void): () => void {
  const stop = listen(() => check());
  const check = () => {
    if (hasWaits()) return;
    stop();
    run();
  };
  check();
  return stop;
}

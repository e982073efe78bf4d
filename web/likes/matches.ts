type Listener = (memberId: string) => void;
const listeners = new Set<Listener>();

/** Publishes that the viewer's like was returned, for browsers that the event stream does not reach. */
export function publishMatch(memberId: string): void {
  for (const listener of listeners) listener(memberId);
}

/** Runs `listener` for each such match; returns a function that stops it. */
export function onMatch(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

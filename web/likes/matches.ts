type Listener = (memberId: string) => void;
const listeners = new Set<Listener>();

/** Says that the viewer's like was returned, for a browser that the event stream does not reach. */
export function publishMatch(memberId: string): void {
  for (const listener of listeners) listener(memberId);
}

/** Hears of it; answers how to stop. */
export function onMatch(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

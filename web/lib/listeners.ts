/** Functions that run at each `emit`, with its arguments. `listen` returns a function that removes its listener. */
export function createListeners<Args extends unknown[] = []>() {
  const listeners = new Set<(...args: Args) => void>();
  return {
    listen(listener: (...args: Args) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    emit(...args: Args): void {
      // a copy, because a listener may add others: those get the next event, not this one
      for (const listener of [...listeners]) listener(...args);
    },
  };
}

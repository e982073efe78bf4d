const listeners = new Set<() => void>();

/** What an entry of the browser's history shows: the router gives each page a key, and what opens over it keeps that. */
const page = () => `${history.state?.key ?? "default"} ${location.href}`;

export function emitPopState(): void {
  for (const listener of [...listeners]) listener();
}

export function subscribePopState(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * A step between two entries of one page opens or closes what lies over it (`useOverlay`). The router, which would load
 * the page again, is not told; so this has to listen before it does. Where a step came from is noted as entries are
 * made, for the router is at a page before anything of it is rendered.
 */
export function interceptPopState(): void {
  let here = page();
  for (const make of ["pushState", "replaceState"] as const) {
    const made = history[make].bind(history);
    history[make] = (...entry) => {
      made(...entry);
      here = page();
    };
  }
  addEventListener("popstate", (event) => {
    const from = here;
    here = page();
    if (from === here) event.stopImmediatePropagation();
    emitPopState();
  });
}

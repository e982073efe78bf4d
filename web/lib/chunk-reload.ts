const reloadGuardMs = 60_000;

/** Dispatched before the page reloads itself, so that a member's page can save what was typed (`web/lib/typed.ts`). */
export const reloadEvent = "reload-for-chunk";

/**
 * Reloads the page because one of its scripts can't be loaded: the site was updated, or the connection broke. What was
 * typed is restored afterwards. Returns false without reloading if the last reload was within a minute, or if there is
 * no connection: the failure then shows as an error.
 */
export function reloadForChunk(): boolean {
  if (!navigator.onLine) return false;
  const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  if (navigation?.type === "reload" && performance.now() < reloadGuardMs) return false;
  dispatchEvent(new Event(reloadEvent));
  location.reload();
  return true;
}

/** R4.24, for scripts that Vite loads; `load-route-module.ts` loads those of routes. */
export function reloadOnFailedChunks(): void {
  addEventListener("vite:preloadError", (event) => {
    if (reloadForChunk()) event.preventDefault();
  });
}

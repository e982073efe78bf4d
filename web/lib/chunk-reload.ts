const reloadGuardMs = 60_000;

/** The page dispatches it before it reloads itself: a member's page then saves what was typed (`web/lib/typed.ts`). */
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

/**
 * Imports a script that is needed now: if it can't be loaded, the page reloads, and until then the screen stays
 * as it is. Rejects if `reloadForChunk` doesn't reload. What is only loaded ahead is imported without it.
 */
export async function importOrReload<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (reloadForChunk()) return new Promise(() => {});
    throw error;
  }
}

/** The same, but without a connection it waits for one and tries again. */
export async function importOnceOnline<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await importOrReload(load);
    } catch (error) {
      // the server has no such property
      if (globalThis.navigator?.onLine !== false) throw error;
      await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
    }
  }
}

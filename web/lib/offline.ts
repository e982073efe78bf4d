import type { Language } from "#contract/constants.ts";
import { offlinePath } from "#contract/web-app.ts";

/** Registers it for pushes and the offline page. Its file never comes from the browser's cache. */
export async function registerWorker(): Promise<void> {
  await navigator.serviceWorker?.register("/sw-push.js", { scope: "/", updateViaCache: "none" });
}

/** The page shown without a connection is the same for all members: nothing personal is cached. */
export async function cacheOfflinePage(language: Language): Promise<void> {
  const cache = await globalThis.caches?.open("offline");
  if (cache === undefined) return;
  const page = await fetch(offlinePath(language), { credentials: "omit" });
  if (page.ok) await cache.put("/offline.html", page);
}

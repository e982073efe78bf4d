import { lazy } from "react";

/** Without a connection it waits for one and tries again. */
async function loadOnceOnline<T>(load: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await load();
    } catch (error) {
      // the server has no such property
      if (globalThis.navigator?.onLine !== false) throw error;
      await new Promise((resolve) => addEventListener("online", resolve, { once: true }));
    }
  }
}

/** Loads its script when first shown, once there is a connection; a script that is gone reloads the page (R4.24). */
export const lazyPart: typeof lazy = (load) => lazy(() => loadOnceOnline(load));

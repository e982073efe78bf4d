import { lazy } from "react";

/**
 * Loads a script; without a connection it waits for one and tries again. Throws if loading fails although there is a
 * connection.
 */
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

/**
 * A part of a screen whose script is loaded when the part is first shown. Without a connection only this part is
 * missing until the connection returns. If the script no longer exists, the page is reloaded (R4.24).
 */
export const lazyPart: typeof lazy = (load) => lazy(() => loadOnceOnline(load));

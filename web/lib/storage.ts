export type Store = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** A browser may refuse to store (private windows, full, forbidden): then an entry lasts as long as the page. */
function createSafeStorage(open: () => Storage): Store & { keys(): string[] } {
  const unsaved = new Map<string, string>();
  const tryStorage = <T>(use: (storage: Storage) => T): T | null => {
    try {
      return use(open());
    } catch {
      return null;
    }
  };
  return {
    getItem: (key) => unsaved.get(key) ?? tryStorage((storage) => storage.getItem(key)),
    setItem(key, value) {
      unsaved.set(key, value);
      tryStorage((storage) => {
        storage.setItem(key, value);
        unsaved.delete(key);
      });
    },
    removeItem(key) {
      unsaved.delete(key);
      tryStorage((storage) => storage.removeItem(key));
    },
    keys: () => [...unsaved.keys(), ...(tryStorage(Object.keys) ?? [])],
  };
}

/** `localStorage`, for scripts in the browser only: on the server its entries would be every user's. */
export const localStore = createSafeStorage(() => localStorage);
/** `sessionStorage`, which ends with the tab. Only scripts in the browser may use it. */
export const sessionStore = createSafeStorage(() => sessionStorage);

import { vi } from "vitest";

/** A browser's storage whose entries are its own properties. */
export function stubStorage(): Record<string, string> {
  const methods = {
    getItem: (key: string) => storage[key] ?? null,
    setItem(key: string, text: string) {
      storage[key] = text;
    },
    removeItem: (key: string) => delete storage[key],
  };
  const storage: Record<string, string> = Object.create(methods);
  vi.stubGlobal("localStorage", storage);
  return storage;
}

import { LRUCache } from "lru-cache";
import type { Db } from "#server/db/pool.ts";

/** An entry is fresh for `ttlMs` of the callers' clock, but not one from the future: the clock was set back. */
export function createTimedCache<V extends {}>({ max, ttlMs }: { max: number; ttlMs: number }) {
  const entries = new LRUCache<string | number, { value: V; at: number }>({ max });
  return {
    /** The value of a fresh entry. */
    get(key: string | number, now: Date): V | undefined {
      const entry = entries.get(key);
      const age = entry ? now.getTime() - entry.at : -1;
      return age >= 0 && age < ttlMs ? entry?.value : undefined;
    },
    set: (key: string | number, value: V, at: Date): void => void entries.set(key, { value, at: at.getTime() }),
    delete: (key: string | number): void => void entries.delete(key),
  };
}

/** Concurrent callers share one read. One that fails, or whose key is deleted meanwhile, is repeated for the next. */
export function createReadCache<V>(options: { max: number; ttlMs: number }) {
  const reads = createTimedCache<Promise<V>>(options);
  return {
    async get(key: string | number, now: Date, read: () => Promise<V>): Promise<V> {
      const cachedRead = reads.get(key, now);
      if (cachedRead) return await cachedRead;
      const reading = read();
      reads.set(key, reading, now);
      try {
        return await reading;
      } catch (error) {
        if (reads.get(key, now) === reading) reads.delete(key);
        throw error;
      }
    },
    delete: reads.delete,
  };
}

/** Makes a cache for each database at its first use: tests have several databases in one process. */
export function cachePerDatabase<Cache>(create: () => Cache): (db: Db) => Cache {
  const caches = new WeakMap<Db, Cache>();
  return (db) => {
    const cache = caches.get(db) ?? create();
    caches.set(db, cache);
    return cache;
  };
}

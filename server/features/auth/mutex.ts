const last = new Map<string, Promise<unknown>>();

/**
 * Runs what has the same key one after another, so that a hundred guesses at the same instant are no more than the
 * first few: each sees what the ones before it were counted for.
 */
export async function withMutex<T>(key: string, run: () => Promise<T>): Promise<T> {
  const own = (last.get(key) ?? Promise.resolve()).then(run);
  const settled = own.then(
    () => undefined,
    () => undefined,
  );
  last.set(key, settled);
  try {
    return await own;
  } finally {
    if (last.get(key) === settled) last.delete(key);
  }
}

const last = new Map<string, Promise<unknown>>();

/** Works in this process: of a hundred guesses of a password the first are checked; the others see they failed. */
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

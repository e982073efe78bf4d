const last = new Map<string, Promise<unknown>>();

/**
 * A mutex for each key, within this process: tasks with the same key run one after another. For example, of a hundred
 * simultaneous guesses of a password only the first few are checked, because each sees the failures before it.
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

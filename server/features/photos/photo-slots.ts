import { createSemaphore } from "#server/semaphore.ts";

/** Photos in work at once: half of libuv's four threads, so that passwords, files and names still get theirs. */
const turns = createSemaphore(2);

/**
 * Does heavy work when a place is free. Fails with `late` when the work, once begun, takes longer than the given
 * milliseconds; the place stays taken until the work has really ended, for native code cannot be stopped.
 */
export function withPhotoSlot<T>(milliseconds: number, late: Error, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const begun = () => {
      const bell = setTimeout(() => reject(late), milliseconds);
      return work().finally(() => clearTimeout(bell));
    };
    turns.take(begun).then(resolve, reject);
  });
}

import { availableParallelism } from "node:os";
import pLimit from "p-limit";

/** Photos processed at once: half of libuv's four threads, so that password hashing, files and DNS still get theirs. */
const limit = pLimit(2);

/**
 * Runs heavy work when a slot is free. Rejects with `late` if the work, once started, takes longer than the given
 * milliseconds. The slot stays taken until the work has really ended, as native code cannot be stopped.
 */
export function withPhotoSlot<T>(milliseconds: number, late: Error, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const start = () => {
      const timeout = setTimeout(() => reject(late), milliseconds);
      return work().finally(() => clearTimeout(timeout));
    };
    limit(start).then(resolve, reject);
  });
}

/** Uploads processed at once: with two cores or fewer only one, so that a core stays free for other calls. */
const uploads = pLimit(availableParallelism() > 2 ? 2 : 1);

/** Runs the work on an upload when its turn comes. */
export const inUploadTurn = <T>(work: () => Promise<T>): Promise<T> => uploads(work);

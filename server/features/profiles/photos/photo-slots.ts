import { availableParallelism } from "node:os";
import pLimit from "p-limit";

/** At most two photos at a time, so that two of libuv's four threads remain for password hashing, files and DNS. */
const limit = pLimit(2);

/** Rejects with `timeoutError` after `milliseconds`; the slot stays taken, because native code can't be stopped. */
export function withPhotoSlot<T>(milliseconds: number, timeoutError: Error, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const start = () => {
      const timeout = setTimeout(() => reject(timeoutError), milliseconds);
      return work().finally(() => clearTimeout(timeout));
    };
    limit(start).then(resolve, reject);
  });
}

/** At most two uploads at a time, and on two cores or fewer only one, so that a core stays free for other calls. */
const uploads = pLimit(availableParallelism() > 2 ? 2 : 1);

/** Semaphore: runs the work on an upload when its turn comes. */
export const limitUploads = <T>(work: () => Promise<T>): Promise<T> => uploads(work);

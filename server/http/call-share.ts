import { fail } from "./fail.ts";

type Share = { running: number; waiting: (() => void)[] };
type Options = { max: number; connectionTimeoutMillis?: number | undefined };

/** The part of the pool that the running calls of one member may use, or of one address for visitors. */
const partOfPool = 1 / 4;

/**
 * A function that runs a call when its caller has a place; the caller's other calls wait, the longest first. Calls that
 * wait for the same locked row then leave most connections to other callers. Throws `unavailable` after the time that a
 * statement waits for a connection.
 */
export function createCallShare({ max, connectionTimeoutMillis = 10_000 }: Options) {
  const places = Math.max(2, Math.floor(max * partOfPool));
  const shares = new Map<string, Share>();

  function waitForPlace({ waiting }: Share): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(begin), 1);
      reject(fail("unavailable", { retryAfter: 2 }));
    }, connectionTimeoutMillis);
    const begin = () => {
      clearTimeout(timer);
      resolve();
    };
    waiting.push(begin);
    return promise;
  }

  return async <T>(caller: string, run: () => Promise<T>): Promise<T> => {
    const share = shares.get(caller) ?? { running: 0, waiting: [] };
    shares.set(caller, share);
    if (share.running >= places) await waitForPlace(share);
    else share.running += 1;
    try {
      return await run();
    } finally {
      const next = share.waiting.shift();
      // the next one takes this place
      if (next) next();
      else share.running -= 1;
      if (share.running === 0) shares.delete(caller);
    }
  };
}

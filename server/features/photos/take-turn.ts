/** Photos in work at once: half of libuv's four threads, so that passwords, files and names still get theirs. */
const places = 2;

let busy = 0;
const queue: (() => void)[] = [];

/**
 * Does heavy work when a place is free. Fails with `late` when the work, once begun, takes longer than the given
 * milliseconds; the place stays taken until the work has really ended, for native code cannot be stopped.
 */
export async function takeTurn<T>(milliseconds: number, late: Error, work: () => Promise<T>): Promise<T> {
  if (busy < places) busy += 1;
  else await new Promise<void>((resolve) => queue.push(resolve));
  const running = work().finally(leave);
  let timer: NodeJS.Timeout | undefined;
  const bell = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late), milliseconds);
  });
  return Promise.race([running, bell]).finally(() => clearTimeout(timer));
}

/** Hands the place to the one who waits longest, or gives it back. */
function leave(): void {
  const next = queue.shift();
  if (next) next();
  else busy -= 1;
}

/** FIFO semaphore: at most `places` tasks run at once. */
export function createSemaphore(places: number) {
  let busy = 0;
  const queue: (() => void)[] = [];
  const leave = () => {
    const next = queue.shift();
    if (next) next();
    else busy -= 1;
  };
  return {
    /** How many tasks wait. */
    waiting: () => queue.length,
    async take<T>(work: () => Promise<T>): Promise<T> {
      if (busy < places) busy += 1;
      else await new Promise<void>((resolve) => queue.push(resolve));
      return await work().finally(leave);
    },
  };
}

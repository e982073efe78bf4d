/** Each caller gets a query that began after its call, so no older state. At most one runs and one waits for all. */
export function createRounds<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | undefined;
  let waiting: Promise<T> | undefined;

  function begin(): Promise<T> {
    const answer = ask();
    const done = answer.then(
      () => undefined,
      () => undefined,
    );
    running = done;
    void done.then(() => {
      if (running === done) running = undefined;
    });
    return answer;
  }

  return () => {
    if (!running) return begin();
    waiting ??= running.then(() => {
      waiting = undefined;
      return begin();
    });
    return waiting;
  };
}

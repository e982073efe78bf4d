/**
 * Shares a query between concurrent callers. Each caller gets the result of a query that started after its call, so
 * never an older state. At most one query runs and one waits: a hundred concurrent callers cost two queries.
 */
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

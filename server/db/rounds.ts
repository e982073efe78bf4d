/**
 * Shares a question between callers: each gets an answer that was asked for after its call, so never an older state,
 * and at most one question is under way with one waiting. A hundred callers at once cost two questions.
 */
export function createRounds<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> | undefined;
  let next: Promise<T> | undefined;

  function begin(): Promise<T> {
    const asked = ask();
    const done = asked.then(
      () => undefined,
      () => undefined,
    );
    running = done;
    void done.then(() => {
      if (running === done) running = undefined;
    });
    return asked;
  }

  return () => {
    if (!running) return begin();
    next ??= running.then(() => {
      next = undefined;
      return begin();
    });
    return next;
  };
}

/** Returns the function that adds a task, with its outcome. A task that throws does not stop those after it. */
export function createTaskQueue() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(task: () => Promise<T>): Promise<T> => {
    const current = last.then(task);
    // only for the next task: the promise that is returned still rejects
    last = current.catch(() => undefined);
    return current;
  };
}

import type { ApiFailure } from "./api.ts";
import { atOnce, createOutbox } from "./outbox.ts";

export type UndoableTools<T> = {
  send(change: T, key: string): Promise<unknown>;
  /** The change begins to wait (`isWaiting`), or has been sent, undone or refused. */
  onChange?(change: T, isWaiting: boolean): void;
  onFailed(change: T, failure: ApiFailure): void;
};

/** Changes that are sent when the time for an undo is over, or when the member leaves: one at a time for each id. */
export function createUndoableOutbox<T extends { id: string }>(undoMs: number, read: () => UndoableTools<T>) {
  /** Has, for each change that can still be undone, the function that ends the time for it. */
  const undoable = new Map<string, () => void>();
  const outbox = createOutbox<T>(() => ({
    // a page that closes sends all at once
    inTurn: atOnce,
    async send({ key, value }, signal) {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, undoMs);
        undoable.set(value.id, resolve);
        signal.addEventListener("abort", () => {
          clearTimeout(timer);
          reject(signal.reason);
        });
      }).finally(() => undoable.delete(value.id));
      await read().send(value, key);
    },
    onFailure({ value }, failure) {
      read().onFailed(value, failure);
      return null;
    },
    onChange: ({ value }, exists) => read().onChange?.(value, exists),
  }));
  const find = (id: string) => outbox.items().find(({ value }) => value.id === id);

  return {
    ...outbox,
    /** False if a change of that id waits already. */
    add(change: T): boolean {
      if (find(change.id)) return false;
      void outbox.add(change);
      return true;
    },
    undo(id: string): void {
      const item = find(id);
      if (item && undoable.has(id)) outbox.remove(item.key);
    },
    sendNow(): void {
      for (const endUndo of undoable.values()) endUndo();
    },
  };
}

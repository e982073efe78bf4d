import type { ApiFailure } from "#web/lib/api.ts";
import { atOnce, createOutbox } from "#web/lib/outbox.ts";

const undoMs = 6_000;

type Removal = { id: string; name: string };

export type RemovalTools = {
  send(key: string, id: string): Promise<unknown>;
  /** Removes the chat from what is loaded: before it is deleted, and once more after that. */
  forget(id: string): void;
  /** The chat begins to be removed (`removing`), or is no longer being removed. */
  onChange(id: string, removing: boolean): void;
  onFailed(removal: Removal, failure: ApiFailure): void;
};

/** The chats that a member is removing: each is deleted when the time for an undo is over. */
export function createRemovals(read: () => RemovalTools) {
  /** Has, for each chat that can still be brought back, the function that ends the time for it. */
  const undoable = new Map<string, () => void>();
  const outbox = createOutbox<Removal>(() => ({
    // a page that closes sends all at once
    inTurn: atOnce,
    async send({ key, value: { id } }, signal) {
      await new Promise<void>((resolve, reject) => {
        const timer = setTimeout(resolve, undoMs);
        undoable.set(id, resolve);
        signal.addEventListener("abort", () => {
          clearTimeout(timer);
          reject(signal.reason);
        });
      }).finally(() => undoable.delete(id));
      read().forget(id);
      await read().send(key, id);
      // a refresh that had begun before may have brought the chat back
      read().forget(id);
    },
    onFailure({ value }, failure) {
      read().onFailed(value, failure);
      return null;
    },
    onChange: ({ value: { id } }, exists) => read().onChange(id, exists),
  }));
  const find = (id: string) => outbox.items().find(({ value }) => value.id === id);

  return {
    ...outbox,
    /** False if the chat is being removed already. */
    add(removal: Removal): boolean {
      if (find(removal.id)) return false;
      void outbox.add(removal);
      return true;
    },
    undo(id: string): void {
      const item = find(id);
      if (item && undoable.has(id)) outbox.remove(item.key);
    },
    removeNow(): void {
      for (const endUndo of undoable.values()) endUndo();
    },
  };
}

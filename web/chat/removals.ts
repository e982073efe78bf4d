import type { ApiFailure } from "#web/lib/api.ts";
import { createUndoableOutbox } from "#web/lib/undoable-outbox.ts";

const undoMs = 6_000;

type Removal = { id: string; name: string };

export type RemovalTools = {
  send(key: string, id: string): Promise<unknown>;
  /** Removes the chat from what is loaded: before it is deleted, and once more after that. */
  forget(id: string): void;
  /** The chat begins to be removed (`removing`), or is no longer being removed. */
  onChange(id: string, removing: boolean): void;
  onRemoved(removal: Removal): void;
  onFailed(removal: Removal, failure: ApiFailure): void;
};

/** The chats that a member is removing: each is deleted when the time for an undo is over. */
export const createRemovals = (read: () => RemovalTools) =>
  createUndoableOutbox<Removal>(undoMs, () => ({
    async send(removal, key) {
      const { id } = removal;
      read().forget(id);
      await read().send(key, id);
      // a refresh that had begun before may have brought the chat back
      read().forget(id);
      read().onRemoved(removal);
    },
    onChange: ({ id }, isWaiting) => read().onChange(id, isWaiting),
    onFailed: (removal, failure) => read().onFailed(removal, failure),
  }));

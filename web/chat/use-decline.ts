import { type DeclineReason, declineChat } from "#contract/answer-promise.ts";
import type { ApiFailure } from "#web/lib/api.ts";
import { call } from "#web/lib/call.ts";
import { useOutbox } from "#web/lib/outbox.ts";
import { createUndoableOutbox, type UndoableTools } from "#web/lib/undoable-outbox.ts";
import { useEvents } from "#web/lib/use-events.ts";
import { useOnUnmount } from "#web/lib/use-on-unmount.ts";

/** `id`: the conversation. */
type Declining = { id: string; reason: DeclineReason };

/** The server and the other member know nothing of a "No, thanks" for this many milliseconds. */
export const declineUndoMs = 10_000;

export const createDeclines = (read: () => UndoableTools<Declining>) =>
  createUndoableOutbox<Declining>(declineUndoMs, read);

type Options = { onDone: () => void; onFailed: (failure: ApiFailure) => void };

/** A "No, thanks" is sent when the time for an undo is over, or the member leaves the chat. */
export function useDecline(conversation: string | undefined, { onDone, onFailed }: Options) {
  const { items, add, undo, sendNow } = useOutbox(createDeclines, {
    async send({ id, reason }: Declining, key: string) {
      await call(declineChat, { key, body: { conversation: { id }, reason }, keepalive: true });
      onDone();
    },
    onFailed: (_, failure) => onFailed(failure),
  });
  useEvents("pagehide", sendNow);
  useOnUnmount(sendNow);
  const waiting = items.find(({ value }) => value.id === conversation);
  return {
    /** The sentence that waits to be sent; null: none does. */
    reason: waiting?.value.reason ?? null,
    decline: (reason: DeclineReason) => conversation !== undefined && add({ id: conversation, reason }),
    undo: () => conversation !== undefined && undo(conversation),
  };
}

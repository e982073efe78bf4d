import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { sendMessage } from "#contract/chat.ts";
import type { ApiFailure } from "#web/lib/api.ts";
import { call } from "#web/lib/call.ts";
import { addSentMessage } from "./chats-cache.ts";
import { deleteUnsent, readUnsent, saveUnsent, type Unsent } from "./local-messages.ts";
import { createOutbox, type Outgoing, type Sent } from "./outbox.ts";
import { withoutPromise } from "./promise/promise-note.tsx";
import { type Thread, withMessage } from "./thread.ts";

type Options = {
  viewer: string;
  partner: string;
  update: (change: (thread: Thread) => Thread) => void;
  refetch: () => void;
  onSent?: (sent: Sent) => void;
  onReturned: (message: Unsent, failure: ApiFailure) => void;
};

const noItems: readonly Outgoing[] = [];

/** The messages being sent in this chat, shown at once, and their outcome (ux: optimistic, with an honest failure). */
export function useOutbox({ viewer, partner, update, refetch, onSent, onReturned }: Options) {
  const client = useQueryClient();
  const latest = useRef({ onSent, onReturned });
  useEffect(() => {
    latest.current = { onSent, onReturned };
  });

  /** Shows a message that the server accepted, sent from the field or by another button, such as a gift. */
  const receive = useCallback(
    (sent: Sent) => {
      update((thread) => ({ ...withMessage(thread, sent.message), conversation: sent.conversation }));
      addSentMessage(client, sent.conversation.id, sent.message, sent.credits);
      latest.current.onSent?.(sent);
    },
    [client, update],
  );
  const [outbox] = useState(() =>
    createOutbox({
      send: ({ key, text }) => call(sendMessage, { key, body: { member: partner, text, ...withoutPromise(partner) } }),
      now: Date.now,
      readStored: () => readUnsent(viewer, partner),
      store: (message) => saveUnsent(viewer, partner, message),
      forget: (key) => deleteUnsent(viewer, partner, key),
      onSent: receive,
      onReturned: (message, failure) => latest.current.onReturned(message, failure),
    }),
  );
  const items = useSyncExternalStore(outbox.listen, outbox.items, () => noItems);

  useEffect(() => {
    void outbox.restore();
    const resend = () => void outbox.resendUnanswered();
    window.addEventListener("online", resend);
    return () => window.removeEventListener("online", resend);
  }, [outbox]);

  return {
    items,
    receive,
    send: (text: string, key: string) => void outbox.add(text, key),
    retry: (key: string) => void outbox.retry(key),
    /** Also fetches the chat: a message whose outcome is unknown may have arrived. */
    remove: (key: string) => {
      outbox.remove(key);
      refetch();
    },
  };
}

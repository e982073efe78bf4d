import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { sendMessage } from "#contract/chat.ts";
import { call } from "#web/lib/call.ts";
import { useOutbox } from "#web/lib/outbox.ts";
import { useEvents } from "#web/lib/use-events.ts";
import { addSentMessage } from "./chats-cache.ts";
import { deleteUnsent, readUnsent, saveUnsent } from "./local-messages.ts";
import { createMessageOutbox, type MessageTools, type Sent } from "./outbox.ts";
import { withoutPromise } from "./promise/promise-note.tsx";
import { type Thread, withMessage } from "./thread.ts";

type Options = {
  viewer: string;
  partner: string;
  update: (change: (thread: Thread) => Thread) => void;
  refetch: () => void;
  onSent: ((sent: Sent) => void) | undefined;
  onReturned: MessageTools["onReturned"];
};

/** The messages being sent in this chat, shown at once, and their outcome (ux: optimistic, with an honest failure). */
export function useMessageOutbox({ viewer, partner, update, refetch, onSent, onReturned }: Options) {
  const client = useQueryClient();
  /** Shows a message that the server accepted, sent from the field or by another button, such as a gift. */
  const receive = (sent: Sent) => {
    update((thread) => ({ ...withMessage(thread, sent.message), conversation: sent.conversation }));
    addSentMessage(client, sent.conversation.id, sent.message, sent.credits);
    onSent?.(sent);
  };
  const outbox = useOutbox(createMessageOutbox, {
    send: (key, text) => call(sendMessage, { key, body: { member: partner, text, ...withoutPromise(partner) } }),
    now: Date.now,
    readStored: () => readUnsent(viewer, partner),
    store: (message) => saveUnsent(viewer, partner, message),
    forget: (key) => deleteUnsent(viewer, partner, key),
    onSent: receive,
    onReturned,
  });
  const { restore, resendUnanswered } = outbox;
  useEffect(() => void restore(), [restore]);
  useEvents("online", resendUnanswered);

  return {
    items: outbox.items,
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

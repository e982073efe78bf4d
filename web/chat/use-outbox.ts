import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { sendMessage } from "#contract/chat.ts";
import type { Card } from "#contract/profiles.ts";
import type { ApiFailure } from "#web/lib/api.ts";
import { call } from "#web/lib/call.ts";
import { useOutbox } from "#web/lib/outbox.ts";
import { onReconnected } from "#web/lib/reconnected.ts";
import { useTexts } from "#web/lib/texts.tsx";
import { onTracesDeleted } from "#web/lib/traces.ts";
import { useIsStaying } from "#web/lib/use-is-staying.ts";
import { useToast } from "#web/ui/toast.tsx";
import { addSentMessage } from "./chats-cache.ts";
import { deleteUnsent, readUnsent, saveUnsent } from "./local-messages.ts";
import { type About, createMessageOutbox, type MessageTools, type Sent } from "./outbox.ts";
import { withoutPromise } from "./promise/agreed.ts";
import { type Thread, withMessage } from "./thread.ts";

/** The keys are viewer and partner. It belongs to the page that showed the chat last, and stays when that is left. */
const resendByChat = new Map<string, () => Promise<void>>();
onTracesDeleted(() => resendByChat.clear());

onReconnected(() => {
  for (const resend of resendByChat.values()) void resend();
});

type Options = {
  viewer: string;
  partner: Pick<Card, "id" | "name">;
  credits: number;
  update: (change: (thread: Thread) => Thread) => void;
  refetch: () => void;
  onSent: ((sent: Sent) => void) | undefined;
  onReturned: MessageTools["onReturned"];
};

/** Shown at once, with their outcome; a toast reports a failure if the member has left the chat. */
export function useMessageOutbox({ viewer, partner: { id: partner, name }, ...options }: Options) {
  const { credits, update, refetch, onSent, onReturned } = options;
  const t = useTexts("chat");
  const toast = useToast();
  const client = useQueryClient();
  const isStaying = useIsStaying();
  const { revalidate } = useRevalidator();
  const chat = `${viewer} ${partner}`;
  const receive = (sent: Sent) => {
    update((thread) => ({ ...withMessage(thread, sent.message), conversation: sent.conversation }));
    addSentMessage(client, sent.conversation.id, sent.message, sent.credits);
    // not if the member has gone to another page meanwhile
    if (isStaying()) onSent?.(sent);
  };
  /** Becomes false once another page shows the chat, with an outbox of its own, and after a logout. */
  const isNewest = () => resendByChat.get(chat) === outbox.resendUnanswered;
  const reportIfLeft = ({ message, loginNeeded }: ApiFailure) => {
    if (isStaying() || !isNewest() || loginNeeded) return;
    const text = message === "" ? undefined : message;
    toast({ title: t("toast.unsent", { name }), text, tone: "bad", to: `/members/${partner}/chat` });
  };
  const outbox = useOutbox(createMessageOutbox, {
    send: async (key, { text, credits: seen, question, reply }) => {
      const about = { question: question?.id, reply: reply?.id };
      const body = { member: partner, text, credits: seen, ...about, ...withoutPromise(partner) };
      const sent = await call(sendMessage, { key, body });
      return reply ? { ...sent, message: { ...sent.message, quote: reply } } : sent;
    },
    credits,
    now: Date.now,
    readStored: () => readUnsent(viewer, partner),
    store: (message) => {
      if (isNewest()) saveUnsent(viewer, partner, message);
    },
    forget: (key) => deleteUnsent(viewer, partner, key),
    onSent: receive,
    onUnsent(failure) {
      // the prices that the page was loaded with are older ones
      if (failure.code === "message_price_changed" && isStaying()) void revalidate();
      reportIfLeft(failure);
    },
    onReturned(text, failure, about) {
      onReturned(text, failure, about);
      reportIfLeft(failure);
    },
  });
  const { restore, resendUnanswered } = outbox;
  useEffect(() => {
    resendByChat.set(chat, resendUnanswered);
    void restore();
  }, [chat, restore, resendUnanswered]);

  return {
    items: outbox.items,
    receive,
    send: (text: string, key: string, about: About) => void outbox.add(text, key, about),
    retry: (key: string) => void outbox.retry(key),
    /** Also fetches the chat: a message whose outcome is unknown may have arrived. */
    remove: (key: string) => {
      outbox.remove(key);
      refetch();
    },
  };
}

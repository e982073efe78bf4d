import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type ChatEntry, deleteChat } from "#contract/chat.ts";
import { call } from "#web/lib/call.ts";
import { useOutbox } from "#web/lib/outbox.ts";
import { useTexts } from "#web/lib/texts.tsx";
import type { FormFailure } from "#web/lib/use-call.ts";
import { useEvents } from "#web/lib/use-events.ts";
import { useIsMounted } from "#web/lib/use-is-mounted.ts";
import { useOnUnmount } from "#web/lib/use-on-unmount.ts";
import { chatsQuery, refreshLive, removingQuery } from "#web/member-parts/live-queries.ts";
import { useToast } from "#web/ui/toast.tsx";
import { createRemovals, type RemovalTools } from "./removals.ts";

/** The list changes at once; the server when the undo is over, or the member leaves. A failure is shown. */
export function useRemoveChats(chats: readonly ChatEntry[], onRemoved: (id: string) => void) {
  const t = useTexts("chat");
  const client = useQueryClient();
  const toast = useToast();
  const removing = useQuery(removingQuery).data;
  const [failure, setFailure] = useState<FormFailure | null>(null);
  const isMounted = useIsMounted();
  const tools: RemovalTools = {
    send: (key, id) => call(deleteChat, { key, body: { conversation: { id } }, keepalive: true }),
    forget(id) {
      client.setQueryData(chatsQuery.queryKey, (list) => list?.filter(({ conversation }) => conversation.id !== id));
      onRemoved(id);
    },
    onRemoved: ({ name }) => toast({ title: t("row.removed", { name }), tone: "good" }),
    onFailed({ name }, { code }) {
      const message = t("row.remove_failed", { name });
      if (isMounted()) setFailure({ code, message, fields: {} });
      else toast({ title: message, tone: "bad", to: "/chats" });
      refreshLive(client, "chats");
    },
    // the shell's unread count needs the ids too
    onChange: (id, isRemoving) =>
      client.setQueryData(removingQuery.queryKey, (ids = []) => {
        const others = ids.filter((other) => other !== id);
        return isRemoving ? [...others, id] : others;
      }),
  };
  const { add, undo, sendNow } = useOutbox(createRemovals, tools);
  useEvents("pagehide", sendNow);
  useOnUnmount(sendNow);

  const remove = (id: string) => {
    const name = chats.find(({ conversation }) => conversation.id === id)?.profile.name ?? "";
    if (add({ id, name })) setFailure(null);
  };
  return { removing, failure, remove, undo };
}

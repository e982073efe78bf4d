import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { readChat } from "#contract/chat.ts";
import { ApiFailure } from "#web/lib/api.ts";
import { callByItself } from "#web/lib/call.ts";
import { chatsQuery } from "#web/member-parts/live-queries.ts";
import { withoutUnread } from "./chats-cache.ts";

function subscribeToVisibility(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}

/** Marks it at once here, then on the server; again when `news` changes while the page is visible. */
export function useMarkRead(conversationId: string | undefined, news: string | undefined, unreadAtFirst: number): void {
  const client = useQueryClient();
  const visible = useSyncExternalStore(
    subscribeToVisibility,
    () => !document.hidden,
    () => false,
  );
  const chats = useQuery({ ...chatsQuery, enabled: false }).data;
  const markedAsRead = useRef(unreadAtFirst > 0 ? undefined : news);

  useLayoutEffect(() => {
    const entry = chats?.find(({ conversation }) => conversation.id === conversationId);
    if (!visible || !chats || !entry || entry.num_unread_messages === 0) return;
    client.setQueryData(chatsQuery.queryKey, withoutUnread(chats, entry.conversation.id));
  }, [client, chats, conversationId, visible]);

  useEffect(() => {
    if (!visible || conversationId === undefined || news === undefined || markedAsRead.current === news) return;
    markedAsRead.current = news;
    markRead(conversationId)
      .then(() => {
        // The badge still counts this chat if the list has just been loaded, or does not reach that far: fetch it.
        const chats = client.getQueryData(chatsQuery.queryKey);
        if (!chats?.some(({ conversation }) => conversation.id === conversationId))
          return client.fetchQuery(chatsQuery);
      })
      .catch((failure: unknown) => {
        if (!(failure instanceof ApiFailure)) throw failure;
        markedAsRead.current = undefined;
      });
  }, [client, conversationId, news, visible]);
}

async function markRead(id: string): Promise<void> {
  await callByItself(readChat, { body: { conversation: { id } } });
}
